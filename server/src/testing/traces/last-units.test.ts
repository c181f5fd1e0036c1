import { describe, expect, it } from 'vitest';
import type { Actor } from '../../api/routing.ts';
import { scheduleForceZero } from '../../modules/catalog/zeroing/schedule-force-zero.ts';
import { unmergeListing } from '../../modules/catalog/merges/unmerge-listing.ts';
import { authoriseShop } from '../../modules/connections/authorisation/authorise-shop.ts';
import { deactivateMarketplace } from '../../modules/marketplaces/deactivate-marketplace.ts';
import { deleteMarketplace } from '../../modules/marketplaces/delete-marketplace.ts';
import { previewJoinedStock } from '../../modules/stock/lists/preview-joined-stock.ts';
import { addUpExplanations } from '../explained-sums.ts';
import { keepBack, type KeptBack } from '../keep-back.ts';
import { typedNameOf } from '../market.ts';
import { comesBack, recover } from './recovery.ts';
import { tellOfSets } from './shelves.ts';
import { plain, tell, type Trace } from './trace.ts';

const A = 'shopee';
const B = 'shopify';

async function keeps(trace: Trace, ...all: readonly KeptBack[]): Promise<void> {
  const who = { storeId: trace.storeId, userId: await trace.member() };
  for (const what of all) await keepBack(trace.ctx, who, what);
  await trace.ctx.runJobs();
  trace.clock.advance(2_000);
}

const lastFor = (trace: Trace, channel: typeof A | typeof B, units: number): KeptBack => ({
  variantId: trace.variantId,
  last: { marketplaceId: trace.shop(channel).marketplaceId, units },
});

/** From now on the last 3 units are kept for A. */
const keepsLast = (trace: Trace): Promise<void> => keeps(trace, { isKept: true }, lastFor(trace, A, 3));

const numbers = async (trace: Trace): Promise<number[]> => [
  await trace.quantity(),
  trace.shows(A),
  trace.shows(B),
];
const booked = async (trace: Trace): Promise<number[]> =>
  (await trace.bookings()).map(({ adjustment }) => adjustment);

/** What was typed is read, its orders are polled past that, and the shops are written. */
async function settles(trace: Trace): Promise<void> {
  for (const { channel } of trace.shops) await trace.reads(channel);
  await trace.waits(150);
  for (const { channel } of trace.shops) await trace.polls(channel);
  await trace.waits(60);
}

const actorOf = async (trace: Trace): Promise<Actor> => ({
  userId: await trace.member(),
  sessionId: 0,
  email: 'admin@market.test',
  role: 'admin',
});

const listingAt = (trace: Trace, channel: typeof A) =>
  trace.ctx.db
    .selectFrom('variant_listings')
    .select('id')
    .where('marketplace_id', '=', trace.shop(channel).marketplaceId)
    .executeTakeFirstOrThrow();

describe('the last units', () => {
  it(
    'are sold by their marketplace alone',
    tell(async (trace) => {
      await keepsLast(trace);
      expect(await numbers(trace)).toEqual([10, 10, 7]);
      trace.sells(B, 7);
      await trace.polls(B);
      await trace.waits(60);
      expect(await numbers(trace)).toEqual([3, 3, 0]);
      trace.sells(A, 2);
      await trace.polls(A);
      await trace.waits(60);
      expect(await numbers(trace)).toEqual([1, 1, 0]);
      expect((await trace.entries()).map(({ source_type: source }) => source)).toEqual(['Order', 'Order']);
      const { broken, terms } = await addUpExplanations(trace.ctx, trace.storeId);
      expect([broken, [...terms]]).toEqual([[], ['ledger', 'kept_for_another', 'below_zero']]);
    }),
  );

  it(
    'lower their marketplace at once by a sale whose order is not listed yet, and do not write over it',
    tell(
      async (trace) => {
        await keepsLast(trace);
        await trace.waits(120);
        const written = trace.writes(B);
        trace.sandbox.control.setFaults([{ channel: B, kind: 'hidden_order', after: 300 }]);
        trace.sells(B, 2);
        trace.sandbox.control.setFaults([]);
        await trace.reads(B);
        await trace.waits(5);
        expect(await numbers(trace)).toEqual([10, 8, 5]);
        await trace.waits(420);
        await trace.polls(B);
        await trace.waits(60);
        expect(await numbers(trace)).toEqual([8, 8, 5]);
        const entries = (await trace.entries()).map(({ adjustment }) => adjustment);
        expect(entries.reduce((sum, units) => sum + units, 0)).toBe(-2);
        expect(trace.writes(B)).toBe(written);
      },
      { channels: [A, B], facts: { [A]: plain, [B]: plain } },
    ),
  );

  it(
    'leave a number typed elsewhere a difference of that shop, once also where it is typed in both',
    tell(
      async (trace) => {
        await keepsLast(trace);
        await trace.waits(120);
        trace.types(B, 12);
        await settles(trace);
        expect([await booked(trace), await numbers(trace)]).toEqual([[5], [15, 15, 12]]);
        await trace.waits(3_600);
        trace.types(A, 20);
        trace.types(B, 20);
        await settles(trace);
        expect([await booked(trace), await numbers(trace)]).toEqual([
          [5, 5],
          [20, 20, 17],
        ]);
      },
      { channels: [A, B], facts: { [A]: plain, [B]: plain } },
    ),
  );

  it(
    'have a number that is typed where they are cut off put back',
    tell(async (trace) => {
      await keepsLast(trace);
      await trace.adjusts(-8);
      expect(await numbers(trace)).toEqual([2, 2, 0]);
      await trace.waits(120);
      trace.types(B, 5);
      await settles(trace);
      expect([await booked(trace), await numbers(trace)]).toEqual([[], [2, 2, 0]]);
      expect((await addUpExplanations(trace.ctx, trace.storeId)).broken).toEqual([]);
    }),
  );

  it(
    'come on top of the safety stock of the SKU; a marketplace’s own is the larger of both',
    tell(async (trace) => {
      const { variantId } = trace;
      const [atA, atB] = [trace.shop(A).marketplaceId, trace.shop(B).marketplaceId];
      await keepsLast(trace);
      await keeps(trace, { variantId, units: 1 });
      expect(await numbers(trace)).toEqual([10, 9, 6]);
      await keeps(trace, { marketplaceId: atB, units: 2 });
      expect(await numbers(trace)).toEqual([10, 9, 6]);
      await keeps(trace, { marketplaceId: atB, units: 6 });
      expect(await numbers(trace)).toEqual([10, 9, 4]);
      await keeps(trace, { marketplaceId: atA, units: 5 });
      expect(await numbers(trace)).toEqual([10, 5, 4]);
      const { broken, terms } = await addUpExplanations(trace.ctx, trace.storeId);
      expect([broken, [...terms]]).toEqual([[], ['ledger', 'safety']]);
    }),
  );

  it(
    'wait for their marketplace while it is forced to 0',
    tell(async (trace) => {
      const { ctx, clock, storeId } = trace;
      await keepsLast(trace);
      const { id } = await listingAt(trace, A);
      const store = {
        id: storeId,
        slug: 'market',
        country: 'sg',
        timeZone: 'Asia/Singapore',
        role: null,
      } as const;
      const force = async (from: Date | null) => {
        const window = { force_zero_qty_from: from, force_zero_qty_to: null };
        await scheduleForceZero(ctx, store, await actorOf(trace), id, window);
        await trace.waits(30);
      };
      await force(clock.now());
      expect(await numbers(trace)).toEqual([10, 0, 7]);
      await force(null);
      expect(await numbers(trace)).toEqual([10, 10, 7]);
    }),
  );

  it(
    'change with the setting, in its own transaction, and end with the switch',
    tell(async (trace) => {
      await keepsLast(trace);
      const who = { storeId: trace.storeId, userId: await trace.member() };
      await keepBack(trace.ctx, who, lastFor(trace, B, 3));
      const rows = await trace.ctx.db
        .selectFrom('listing_stocks')
        .select(['send', 'kept_for_another', 'target_rev', 'acked_rev'])
        .orderBy('variant_listing_id')
        .execute();
      expect(rows.map((row) => [row.send, row.kept_for_another, row.target_rev - row.acked_rev])).toEqual([
        [7, 3, 1],
        [10, 0, 1],
      ]);
      await trace.ctx.runJobs();
      trace.clock.advance(2_000);
      expect(await numbers(trace)).toEqual([10, 7, 10]);
      await keeps(trace, { variantId: trace.variantId, last: null });
      expect(await numbers(trace)).toEqual([10, 10, 10]);
      await keeps(trace, lastFor(trace, A, 3), { isKept: false });
      expect(await numbers(trace)).toEqual([10, 10, 10]);
      await keeps(trace, { isKept: true });
      expect([await numbers(trace), await trace.entries()]).toEqual([[10, 10, 7], []]);
    }),
  );
});

describe('the last units for a marketplace that does not sell the SKU', () => {
  it(
    'count for nobody once its listing is gone',
    tell(async (trace) => {
      const { sandbox } = trace;
      const { shop } = trace.shop(A);
      await keepsLast(trace);
      const [listing] = sandbox.control.listings(A, shop);
      sandbox.control.editListing(A, shop, listing?.variant_id ?? '', { status: 'deleted' });
      await trace.reads(A);
      await trace.waits(30);
      expect([await trace.quantity(), trace.shows(B)]).toEqual([10, 10]);
    }),
  );

  it(
    'count for nobody while it is deactivated, and again when it is authorised',
    tell(async (trace) => {
      const { ctx, storeId, sandbox } = trace;
      const { shop, marketplaceId } = trace.shop(A);
      const actor = await actorOf(trace);
      await keepsLast(trace);
      await deactivateMarketplace(ctx, actor, { id: marketplaceId, storeId }, false);
      await ctx.runJobs();
      await trace.waits(30);
      expect([await trace.quantity(), trace.shows(B)]).toEqual([10, 10]);
      const given = sandbox.control.grant(A, shop, { state: 'again' });
      const wanted = {
        storeId,
        marketplaceId,
        channel: A,
        shopName: typedNameOf(A, shop),
        clockOffsetMs: 0,
      } as const;
      await authoriseShop(ctx, actor, wanted, given);
      await ctx.runJobs();
      await trace.waits(30);
      expect(await numbers(trace)).toEqual([10, 10, 7]);
    }),
  );

  it(
    'count for nobody when it is deleted, or set to 0 first',
    tell(async (trace) => {
      const { ctx, storeId } = trace;
      const { marketplaceId } = trace.shop(A);
      await keepsLast(trace);
      await deleteMarketplace(ctx, await actorOf(trace), { id: marketplaceId, storeId }, true);
      await ctx.runJobs();
      await trace.waits(60);
      expect(await numbers(trace)).toEqual([10, 0, 10]);
    }),
  );

  it(
    'stay behind with the SKU that its listing leaves',
    tell(async (trace) => {
      const { ctx, storeId } = trace;
      await keepsLast(trace);
      const { id } = await listingAt(trace, A);
      const left = await unmergeListing(ctx, { id: storeId }, { userId: await trace.member() }, id, {
        quantity: 4,
        shared_quantity: 6,
      });
      await ctx.runJobs();
      await trace.waits(30);
      expect([await trace.quantity(left), await trace.quantity()]).toEqual([4, 6]);
      expect([trace.shows(A), trace.shows(B)]).toEqual([4, 6]);
    }),
  );
});

describe('the last units and a merge', () => {
  it(
    'are those of the SKU that stays, as its preview says; no unit appears',
    tell(
      async (trace) => {
        const { ctx, clock } = trace;
        const variants = await ctx.db
          .selectFrom('variant_listings')
          .select(['variant_id as id', 'marketplace_id'])
          .orderBy('variant_id')
          .execute();
        const ids = variants.map(({ id }) => id);
        const [first, second] = variants;
        const last = (of: typeof first, marketplaceId: number | undefined, units: number): KeptBack => ({
          variantId: of?.id ?? 0,
          last: { marketplaceId: marketplaceId ?? 0, units },
        });
        // Each for the shop of the other one, which does not sell it yet.
        await keeps(
          trace,
          { isKept: true },
          last(first, second?.marketplace_id, 3),
          last(second, first?.marketplace_id, 5),
        );
        expect([trace.shows(A), trace.shows(B)]).toEqual([10, 10]);
        const preview = await previewJoinedStock(ctx.db, ids, () => 10, clock.now());
        const foreseen = preview.listings.map(({ after }) => after);
        const joined = await trace.merge('TEE', 'highest');
        await trace.waits(60);
        expect(joined).toBe(first?.id);
        expect(await trace.quantity(joined)).toBe(10);
        const shown = variants.map(({ marketplace_id: id }) =>
          id === trace.shop(A).marketplaceId ? trace.shows(A) : trace.shows(B),
        );
        expect([foreseen, shown]).toEqual([
          [7, 10],
          [7, 10],
        ]);
      },
      { isMerged: false },
    ),
  );
});

describe('the last units and a backup that is put back, its log lost', () => {
  it(
    'let each shop stand for what it shows and what is kept from it',
    recover(async (trace) => {
      await keepsLast(trace);
      const backup = await trace.backUp();
      trace.sells(A, 10);
      await trace.polls(A);
      await trace.waits(60);
      expect(await numbers(trace)).toEqual([85, 85, 82]);
      await comesBack(trace, backup, { recoveryLog: false });
      expect(await numbers(trace)).toEqual([85, 85, 82]);
      expect(await booked(trace)).toEqual([]);
    }),
  );
});

describe('the last units of a part', () => {
  it(
    'are not sold as sets elsewhere',
    tellOfSets(async (shelves) => {
      const { ids } = shelves;
      const atA = shelves.shop(A).marketplaceId;
      const shown = () =>
        (['TEE', 'BOX', 'DUO'] as const).map((sku) => [shelves.showsOf(A, sku), shelves.showsOf(B, sku)]);
      await keepsLast(shelves);
      expect(shown()).toEqual([
        [10, 7],
        [5, 3],
        [7, 7],
      ]);
      await keeps(shelves, { variantId: ids.DUO, last: { marketplaceId: atA, units: 2 } });
      expect(shown()[2]).toEqual([7, 5]);
      shelves.sellsOf(B, 'BOX', 3);
      await shelves.polls(B);
      await shelves.waits(60);
      expect(shown()).toEqual([
        [4, 1],
        [2, 0],
        [4, 1],
      ]);
      // Their own transaction reads the parts from the database.
      await keeps(shelves, { variantId: ids.BOX, units: 1 });
      expect(shown()[1]).toEqual([1, 0]);
      expect((await addUpExplanations(shelves.ctx, shelves.storeId)).broken).toEqual([]);
    }),
  );
});
