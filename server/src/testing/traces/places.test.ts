import { listPlaces, makePlace } from '@evenstock/sandbox/control/places';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { choosePlaces } from '../../modules/connections/places/choose-places.ts';
import { requireMarketplace } from '../../modules/marketplaces/show-marketplace.ts';
import { actorOf } from '../connect-shop.ts';
import { tell, type Trace } from './trace.ts';

const FURTHER = '2';

/** Opens a further place of a shop that holds these units; with its ids, the main one first. */
function opens(trace: Trace, channel: ChannelKind, units: number): readonly string[] {
  const { control } = trace.sandbox;
  const { shop } = trace.shop(channel);
  makePlace(control, channel, shop, { name: 'Jurong' });
  holds(trace, channel, units);
  return listPlaces(control, channel, shop).map(({ id }) => id);
}

const listingOf = (trace: Trace, channel: ChannelKind) => {
  const [listing] = trace.sandbox.control.listings(channel, trace.shop(channel).shop);
  if (listing === undefined) throw new Error('The shop has no listing.');
  return listing;
};

function holds(trace: Trace, channel: ChannelKind, units: number): void {
  const { variant_id: id } = listingOf(trace, channel);
  trace.sandbox.control.editListing(channel, trace.shop(channel).shop, id, { places: { [FURTHER]: units } });
}

const showsThere = (trace: Trace, channel: ChannelKind) => listingOf(trace, channel).places[FURTHER];

async function chooses(trace: Trace, channel: ChannelKind, ids: readonly string[]): Promise<void> {
  const { ctx, storeId } = trace;
  const marketplace = await requireMarketplace(ctx, storeId, String(trace.shop(channel).marketplaceId));
  const actor = await actorOf(ctx, await trace.member());
  await choosePlaces(ctx, actor, storeId, marketplace, { ids, ifChosen: undefined });
  await ctx.runJobs();
}

function buys(trace: Trace, channel: ChannelKind, units: number, place?: string): string {
  trace.clock.advance(2_000);
  const { number } = trace.sandbox.control.placeOrder(channel, trace.shop(channel).shop, {
    lines: [{ sku: 'TEE', quantity: units }],
    ...(place === undefined ? {} : { place }),
  });
  trace.clock.advance(2_000);
  return number;
}

const adjustments = async (trace: Trace) => (await trace.entries()).map(({ adjustment }) => adjustment);

/** How many listings of a shop are not measured, and how many of its differences may still be booked. */
async function left(trace: Trace, channel: ChannelKind) {
  const { rows } = await sql<{ kept: number; bookable: number }>`
    select count(*) filter (where s.kept_since is not null)::integer as kept, (
      select count(*)::integer from listing_epochs e join variant_listings l on l.id = e.variant_listing_id
      where l.marketplace_id = ${trace.shop(channel).marketplaceId} and e.bookable and e.unexplained <> e.booked + e.joined
    ) as bookable
    from listing_stocks s where s.marketplace_id = ${trace.shop(channel).marketplaceId}`.execute(
    trace.ctx.db,
  );
  return rows[0];
}

describe.each(['shopify', 'lazada'] as const)('another place of stock of a %s shop', (channel) => {
  const options = { channels: ['shopee', channel] as const };

  it(
    'the quantity stays, no difference is booked, and the number is written at the new place alone',
    tell(async (trace) => {
      const [, further = ''] = opens(trace, channel, 3);
      // A difference that waits for its poll when the place changes.
      trace.types(channel, 7);
      await trace.reads(channel);
      expect(trace.shows('shopee')).toBe(7);
      await chooses(trace, channel, [further]);
      await trace.waits(400);
      expect([await trace.quantity(), trace.shows('shopee'), showsThere(trace, channel)]).toEqual([
        10, 10, 10,
      ]);
      // What the old place shows is no longer Evenstock's.
      expect(trace.shows(channel)).toBe(7);
      expect([await adjustments(trace), await trace.bookings()]).toEqual([[], []]);
      expect(await left(trace, channel)).toEqual({ kept: 0, bookable: 0 });
      await trace.adjusts(5);
      expect([showsThere(trace, channel), trace.shows(channel)]).toEqual([15, 7]);
      // An edit at the new place is one again.
      holds(trace, channel, 12);
      await trace.reads(channel);
      await trace.waits(200);
      await trace.polls(channel);
      expect([await trace.quantity(), trace.shows('shopee')]).toEqual([12, 12]);
    }, options),
  );

  it(
    'orders stay with the place of when they were placed; new ones count at the chosen place alone',
    tell(async (trace) => {
      const [main = '', further = ''] = opens(trace, channel, 6);
      await chooses(trace, channel, [main]);
      await trace.waits(400);
      const atMain = buys(trace, channel, 2);
      const elsewhere = buys(trace, channel, 1, FURTHER);
      await trace.polls(channel);
      await trace.waits(60);
      expect(await trace.quantity()).toBe(8);
      await chooses(trace, channel, [further]);
      await trace.waits(400);
      expect([await trace.quantity(), showsThere(trace, channel)]).toEqual([8, 8]);
      // Both orders change, so they are read again.
      for (const number of [atMain, elsewhere]) {
        trace.sandbox.control.orderEvent(channel, trace.shop(channel).shop, number, 'request_cancellation');
        trace.sandbox.control.orderEvent(channel, trace.shop(channel).shop, number, 'withdraw_cancellation');
      }
      await trace.polls(channel);
      await trace.waits(400);
      expect([await trace.quantity(), await adjustments(trace)]).toEqual([8, [-2]]);
      buys(trace, channel, 1);
      buys(trace, channel, 3, FURTHER);
      await trace.polls(channel);
      await trace.waits(400);
      expect([await trace.quantity(), showsThere(trace, channel), trace.shows('shopee')]).toEqual([5, 5, 5]);
      expect([await adjustments(trace), await trace.bookings()]).toEqual([[-2, -3], []]);
    }, options),
  );

  it(
    'a SKU that is not kept at the new place is not written, until it is kept there',
    tell(async (trace) => {
      const { shop } = trace.shop(channel);
      makePlace(trace.sandbox.control, channel, shop, { name: 'Jurong' });
      const further = listPlaces(trace.sandbox.control, channel, shop).at(-1)?.id ?? '';
      const before = trace.writes(channel);
      await chooses(trace, channel, [further]);
      await trace.waits(400);
      await trace.adjusts(2);
      expect([await trace.quantity(), trace.shows(channel), trace.writes(channel) - before]).toEqual([
        12, 10, 0,
      ]);
      holds(trace, channel, 1);
      await trace.reads(channel);
      await trace.waits(400);
      expect([await trace.quantity(), showsThere(trace, channel)]).toEqual([12, 12]);
      expect(await trace.bookings()).toEqual([]);
    }, options),
  );
});

describe('several warehouses of a TikTok shop', () => {
  it(
    'the chosen ones are one number; the other is named in a write with what it holds',
    tell(
      async (trace) => {
        const [main = '', further = ''] = opens(trace, 'tiktok', 4);
        await chooses(trace, 'tiktok', [main, further]);
        await trace.waits(400);
        expect([await trace.quantity(), trace.shows('tiktok') + (showsThere(trace, 'tiktok') ?? 0)]).toEqual([
          10, 10,
        ]);
        await chooses(trace, 'tiktok', [further]);
        const held = trace.shows('tiktok');
        await trace.waits(400);
        expect([await trace.quantity(), trace.shows('tiktok'), showsThere(trace, 'tiktok')]).toEqual([
          10,
          held,
          10,
        ]);
        expect([await adjustments(trace), await trace.bookings()]).toEqual([[], []]);
      },
      { channels: ['shopee', 'tiktok'] },
    ),
  );
});
