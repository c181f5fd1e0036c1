import { describe, expect, it } from 'vitest';
import { message } from '@evenstock/contract/messages/message';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { showVariant } from '../../modules/catalog/variants/show-variant.ts';
import { authoriseShop } from '../../modules/connections/authorisation/authorise-shop.ts';
import { endAuthorisation } from '../../modules/connections/calls/end-authorisation.ts';
import { holdUntilRead } from '../../modules/stock/reads/hold-listings.ts';
import { pushStock } from '../../modules/stock/pushes/push-stock.ts';
import { switchSync } from '../../modules/stores/store/switch-sync.ts';
import type { Actor } from '../../api/routing.ts';
import { typedNameOf } from '../market.ts';
import { stockCalls } from '../stock-calls.ts';
import { tell, type Trace } from './trace.ts';

const A = 'lazada';
const B = 'shopify';
const options = { channels: [A, B] } as const;

const actorOf = async (trace: Trace): Promise<Actor> => ({
  userId: await trace.member(),
  sessionId: 0,
  email: 'member@market.test',
  role: 'member',
});

async function stockOf(trace: Trace, channel: ChannelKind) {
  return trace.ctx.db
    .selectFrom('listing_stocks')
    .select(['held', 'hold_read_at', 'quarantine_until', 'verify_at', 'lease_token'])
    .where('marketplace_id', '=', trace.shop(channel).marketplaceId)
    .executeTakeFirstOrThrow();
}

/** A push of a shop gets no answer. */
async function timesOut(trace: Trace, channel: ChannelKind, units: number): Promise<void> {
  trace.setNetwork(({ url }, go) => {
    if (!url.includes(stockCalls[channel])) return go();
    trace.setNetwork(null);
    throw new DOMException('The operation was aborted due to timeout', 'TimeoutError');
  });
  await trace.adjusts(units);
  trace.setNetwork(null);
}

async function losesConsent(trace: Trace, channel: ChannelKind): Promise<void> {
  await endAuthorisation(
    trace.ctx,
    trace.shop(channel).marketplaceId,
    message('connections.consent_ran_out'),
    () => Promise.resolve(true),
  );
}

/** The seller consents again; nothing runs yet. */
async function givesConsent(trace: Trace, channel: ChannelKind): Promise<void> {
  const { shop, marketplaceId } = trace.shop(channel);
  const given = trace.sandbox.control.grant(channel, shop, { state: 'again' });
  await authoriseShop(
    trace.ctx,
    await actorOf(trace),
    {
      storeId: trace.storeId,
      marketplaceId,
      channel,
      shopName: typedNameOf(channel, shop),
      clockOffsetMs: 0,
    },
    given,
  );
}

/** Time goes by second by second, with what is due and no sweep, until a shop's listing is free. @returns the seconds it took */
async function waitsUntilFree(trace: Trace, channel: ChannelKind): Promise<number> {
  for (let seconds = 0; seconds <= 400; seconds += 1) {
    if (!(await stockOf(trace, channel)).held) return seconds;
    trace.clock.advance(1_000);
    await trace.ctx.runJobs();
  }
  throw new Error(`The ${channel} listing is held.`);
}

const VISIBLE_SECONDS = 120;

describe('20 held in quarantine', () => {
  it(
    'a shop that is authorised again is lowered after its first read, and free once its orders were polled past that read',
    tell(async (trace) => {
      await timesOut(trace, A, -1);
      await trace.adjusts(1);
      const quarantine = (await stockOf(trace, A)).quarantine_until;
      expect(quarantine?.getTime()).toBeGreaterThan(trace.clock.now().getTime() + 7_000_000);
      await losesConsent(trace, A);
      trace.sells(B, 3);
      await trace.polls(B);
      expect([trace.shows(A), trace.shows(B), await trace.quantity()]).toEqual([10, 7, 7]);
      await givesConsent(trace, A);
      await trace.ctx.runJobs();
      const lowered = await stockOf(trace, A);
      expect(trace.shows(A)).toBe(7);
      expect(lowered.held).toBe(true);
      // A poll that begins by the channel's lag after the read, and its own time.
      expect(await waitsUntilFree(trace, A)).toBeLessThanOrEqual(VISIBLE_SECONDS + 5);
      expect((await stockOf(trace, A)).quarantine_until).toEqual(quarantine);
      await trace.adjusts(2);
      expect([trace.shows(A), trace.shows(B), await trace.quantity()]).toEqual([9, 9, 9]);
      await trace.waits(7_300);
      expect((await stockOf(trace, A)).quarantine_until).toBeNull();
      expect(await trace.bookings()).toEqual([]);
    }, options),
  );

  it(
    'a held shop is not raised, not even to what it had before it was lowered',
    tell(async (trace) => {
      await losesConsent(trace, A);
      await trace.adjusts(5);
      await givesConsent(trace, A);
      await trace.ctx.runJobs();
      expect((await stockOf(trace, A)).hold_read_at).not.toBeNull();
      expect(trace.shows(A)).toBe(10);
      await trace.adjusts(-8);
      expect(trace.shows(A)).toBe(7);
      await trace.adjusts(2);
      expect([trace.shows(A), (await stockOf(trace, A)).held]).toEqual([7, true]);
      await waitsUntilFree(trace, A);
      await trace.ctx.runJobs();
      expect([trace.shows(A), trace.shows(B), await trace.quantity()]).toEqual([9, 9, 9]);
    }, options),
  );

  it(
    'a push that is held before it is sent waits, and is sent once the hold is released',
    tell(async (trace) => {
      const { marketplaceId } = trace.shop(A);
      const before = trace.writes(A);
      trace.setNetwork(async (_call, go) => {
        trace.setNetwork(null);
        const answer = await go();
        await holdUntilRead(trace.ctx, { storeId: trace.storeId, marketplaceId });
        return answer;
      });
      await trace.claims(3);
      await pushStock(trace.ctx, { marketplaceId });
      expect([trace.shows(A), trace.writes(A)]).toEqual([10, before]);
      expect(await stockOf(trace, A)).toMatchObject({ held: true, lease_token: null });
      await waitsUntilFree(trace, A);
      expect([trace.shows(A), trace.writes(A)]).toEqual([13, before + 1]);
    }, options),
  );

  it(
    'the read is asked for each half minute until the shop answers, and the poll after it',
    tell(async (trace) => {
      await losesConsent(trace, A);
      await givesConsent(trace, A);
      trace.setNetwork(({ url }, go) => {
        if (!url.includes('rest')) return go();
        throw new DOMException('The operation was aborted due to timeout', 'TimeoutError');
      });
      for (let seconds = 0; seconds < 600; seconds += 1) {
        trace.clock.advance(1_000);
        await trace.ctx.runJobs({ allowFailures: true });
      }
      expect((await stockOf(trace, A)).hold_read_at).toBeNull();
      trace.setNetwork(null);
      expect(await waitsUntilFree(trace, A)).toBeLessThanOrEqual(30 + 1 + VISIBLE_SECONDS + 31);
    }, options),
  );

  it(
    'a shop whose consent ended is not said to be in step, nor to be sent what it cannot be sent',
    tell(async (trace) => {
      const states = async () => {
        const { variant_listings } = await showVariant(
          trace.ctx,
          trace.storeId,
          String(trace.variantId),
          false,
        );
        return variant_listings.map(({ marketplace, sync }) => [
          marketplace.channel,
          sync.state,
          sync.reason_messages?.map(({ code }) => code),
        ]);
      };
      await losesConsent(trace, A);
      const held = [A, 'held', ['catalog.held_not_authorised']];
      expect(await states()).toContainEqual(held);
      await trace.adjusts(2);
      expect(await states()).toEqual(expect.arrayContaining([held, [B, 'in_step', []]]));
    }, options),
  );

  it(
    'what a seller typed while the shop was not authorised is a difference like any other',
    tell(async (trace) => {
      await losesConsent(trace, A);
      trace.types(A, 15);
      trace.clock.advance(60_000);
      await givesConsent(trace, A);
      await waitsUntilFree(trace, A);
      await trace.waits(150);
      await trace.polls(A);
      expect([trace.shows(A), trace.shows(B), await trace.quantity()]).toEqual([15, 15, 15]);
      expect(await trace.bookings()).toHaveLength(1);
    }, options),
  );
});

describe('a write whose token is refused, and the renewed one too', () => {
  it(
    'did not take effect: it is sent again soon, and nothing is in doubt',
    tell(async (trace) => {
      trace.setNetwork(({ url }, go) => {
        if (!url.includes(stockCalls[A])) return go();
        trace.sandbox.control.setFaults([{ channel: A, kind: 'expire_token', rate: 1, count: 1 }]);
        return go();
      });
      await trace.adjusts(-2);
      trace.setNetwork(null);
      expect([trace.shows(A), trace.shows(B)]).toEqual([10, 8]);
      expect((await stockOf(trace, A)).quarantine_until).toBeNull();
      await trace.waits(12);
      expect([trace.shows(A), trace.shows(B), await trace.quantity()]).toEqual([8, 8, 8]);
      const { marketplaceId } = trace.shop(A);
      const { needs_authorization } = await trace.ctx.db
        .selectFrom('marketplaces')
        .select('needs_authorization')
        .where('id', '=', marketplaceId)
        .executeTakeFirstOrThrow();
      expect(needs_authorization).toBe(false);
    }, options),
  );
});

describe('21 switched off and on', () => {
  it.each(['before a read of the shops', 'after a read of the shops'])(
    'orders of that time count, what was typed into a shop does not: switched on %s',
    (when) =>
      tell(async (trace) => {
        await switchSync(trace.ctx, await actorOf(trace), trace.storeId, false);
        await trace.ctx.runJobs();
        trace.clock.advance(30_000);
        trace.sells(A, 2);
        trace.types(B, 8);
        if (when === 'after a read of the shops') {
          await trace.reads(A);
          await trace.reads(B);
          await trace.waits(150);
          await trace.polls(A);
          await trace.polls(B);
        }
        expect([trace.shows(A), trace.shows(B)]).toEqual([8, 8]);
        await switchSync(trace.ctx, await actorOf(trace), trace.storeId, true);
        await trace.ctx.runJobs();
        for (const channel of [A, B] as const) await waitsUntilFree(trace, channel);
        await trace.waits(300);
        for (const channel of [A, B] as const) await trace.polls(channel);
        expect([trace.shows(A), trace.shows(B), await trace.quantity()]).toEqual([8, 8, 8]);
        expect(await trace.bookings()).toEqual([]);
      }, options)(),
  );

  it.each([15, 6])(
    'a difference that waits for its orders is given up: nothing of %i stays pending at any shop',
    (typed) =>
      tell(async (trace) => {
        trace.clock.advance(70_000);
        trace.types(A, typed);
        await trace.reads(A);
        expect([trace.shows(A), trace.shows(B)]).toEqual([typed, Math.min(10, typed)]);
        for (const isOn of [false, true]) {
          await switchSync(trace.ctx, await actorOf(trace), trace.storeId, isOn);
          await trace.ctx.runJobs();
          trace.clock.advance(30_000);
        }
        for (const channel of [A, B] as const) await waitsUntilFree(trace, channel);
        await trace.waits(300);
        expect([trace.shows(A), trace.shows(B), await trace.quantity()]).toEqual([10, 10, 10]);
        expect(await trace.bookings()).toEqual([]);
      }, options)(),
  );

  it(
    'nothing is written while it is off, and what is due then leaves once it is on',
    tell(async (trace) => {
      await switchSync(trace.ctx, await actorOf(trace), trace.storeId, false);
      await trace.ctx.runJobs();
      const before = [trace.writes(A), trace.writes(B)];
      // Without a hold, so that only the switch prevents the push.
      await trace.ctx.db.updateTable('listing_stocks').set({ held: false }).execute();
      await trace.adjusts(-2);
      await trace.waits(60);
      expect([trace.writes(A), trace.writes(B), await trace.quantity()]).toEqual([...before, 8]);
      await switchSync(trace.ctx, await actorOf(trace), trace.storeId, true);
      for (const channel of [A, B] as const) await waitsUntilFree(trace, channel);
      await trace.waits(30);
      expect([trace.shows(A), trace.shows(B)]).toEqual([8, 8]);
    }, options),
  );

  it(
    'a number typed meanwhile is put back, and one typed after that counts',
    tell(async (trace) => {
      await switchSync(trace.ctx, await actorOf(trace), trace.storeId, false);
      await trace.ctx.runJobs();
      trace.clock.advance(30_000);
      trace.types(A, 4);
      await trace.reads(A);
      await switchSync(trace.ctx, await actorOf(trace), trace.storeId, true);
      await waitsUntilFree(trace, A);
      await waitsUntilFree(trace, B);
      await trace.waits(60);
      expect([trace.shows(A), trace.shows(B), await trace.quantity()]).toEqual([10, 10, 10]);
      trace.types(A, 12);
      trace.clock.advance(90_000);
      await trace.reads(A);
      await trace.waits(180);
      await trace.polls(A);
      expect([trace.shows(A), trace.shows(B), await trace.quantity()]).toEqual([12, 12, 12]);
    }, options),
  );
});
