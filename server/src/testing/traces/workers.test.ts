import { describe, expect, it } from 'vitest';
import { pauseBucket } from '../../modules/connections/limits/rate-limiter.ts';
import { pushStock } from '../../modules/stock/pushes/push-stock.ts';
import { sweepStock } from '../../modules/stock/sweep-stock.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { stockCalls } from '../stock-calls.ts';
import { plain, tell } from './trace.ts';

const A = 'shopee';
const B = 'shopify';

describe('12 paused worker, killed worker', () => {
  it(
    'a worker that slept past its lease sends nothing and records nothing',
    tell(async (trace) => {
      const { ctx, clock } = trace;
      const { marketplaceId } = trace.shop(A);
      let wake: () => void = () => undefined;
      const slept = new Promise<void>((resolve) => (wake = resolve));
      let asleep: () => void = () => undefined;
      const isAsleep = new Promise<void>((resolve) => (asleep = resolve));
      trace.setNetwork(async ({ url }, go) => {
        if (!url.includes('get_model_list') && !url.includes('get_item_base_info')) return go();
        trace.setNetwork(null);
        const answer = await go();
        asleep();
        await slept;
        return answer;
      });
      await trace.claims(1);
      const first = pushStock(ctx, { marketplaceId });
      await isAsleep;
      clock.advance(60_000);
      await trace.adjusts(-4);
      await trace.waits(30);
      expect(trace.shows(A)).toBe(7);
      const written = trace.writes(A);
      wake();
      await first;
      expect([trace.shows(A), trace.writes(A)]).toEqual([7, written]);
      await trace.waits(60);
      expect([trace.shows(A), trace.shows(B), await trace.quantity()]).toEqual([7, 7, 7]);
      expect(trace.writes(A)).toBe(written);
    }),
  );

  it(
    'a worker whose answer came after its lease records nothing',
    tell(
      async (trace) => {
        const { ctx, clock } = trace;
        const { marketplaceId } = trace.shop(A);
        let wake: () => void = () => undefined;
        const slept = new Promise<void>((resolve) => (wake = resolve));
        let asleep: () => void = () => undefined;
        const isAsleep = new Promise<void>((resolve) => (asleep = resolve));
        trace.setNetwork(async ({ url }, go) => {
          if (!url.includes(stockCalls[A])) return go();
          trace.setNetwork(null);
          const answer = await go();
          asleep();
          await slept;
          return answer;
        });
        await trace.claims(1);
        const first = pushStock(ctx, { marketplaceId });
        await isAsleep;
        clock.advance(60_000);
        await trace.adjusts(-4);
        await trace.waits(30);
        const recorded = () =>
          ctx.db
            .selectFrom('listing_stocks')
            .select(['acked_quantity', 'shop_quantity', 'snapshot_from', 'target_rev', 'acked_rev'])
            .where('marketplace_id', '=', marketplaceId)
            .executeTakeFirstOrThrow();
        const before = await recorded();
        expect([trace.shows(A), before.acked_quantity]).toEqual([7, 7]);
        wake();
        await first;
        expect(await recorded()).toEqual(before);
        await trace.waits(400);
        await trace.polls(A);
        expect([trace.shows(A), trace.shows(B), await trace.quantity()]).toEqual([7, 7, 7]);
        expect(await trace.bookings()).toEqual([]);
      },
      { facts: { [A]: plain } },
    ),
  );

  it(
    'what waited long for its turn leaves if it is still wanted, and is decided anew if it is not',
    tell(
      async (trace) => {
        const { ctx, clock } = trace;
        const { marketplaceId } = trace.shop(A);
        const limit = ctx.connectors[A].limits['shop'] ?? { perSecond: 0, burst: 0 };
        const key = [A, ctx.apps[A]?.id, trace.shop(A).shop, 'shop'].join(':');
        const pushesAfterWaiting = async (meanwhile: () => Promise<void>): Promise<void> => {
          await pauseBucket(ctx, { key, limit }, 7);
          const began = clock.now().getTime();
          let isWaiting = false;
          const waiting: Clock = {
            now: () => clock.now(),
            async sleep(milliseconds) {
              if (!isWaiting) await meanwhile();
              isWaiting = true;
              await clock.sleep(milliseconds);
            },
          };
          await pushStock({ ...ctx, clock: waiting }, { marketplaceId });
          expect(clock.now().getTime() - began).toBeGreaterThan(7_000);
        };
        const before = trace.writes(A);
        await trace.claims(1);
        await pushesAfterWaiting(() => Promise.resolve());
        expect([trace.shows(A), trace.writes(A)]).toEqual([11, before + 1]);
        await trace.claims(1);
        await pushesAfterWaiting(() => trace.claims(-5));
        // Never 12: a unit that no buyer can have any more was not put on sale.
        expect([trace.shows(A), trace.writes(A)]).toEqual([7, before + 2]);
      },
      { facts: { [A]: plain } },
    ),
  );

  it(
    'a worker killed after the call is found by the sweep: sent again, and verified',
    tell(
      async (trace) => {
        const { ctx, clock } = trace;
        let killed: () => void = () => undefined;
        const isKilled = new Promise<void>((resolve) => (killed = resolve));
        trace.setNetwork(async ({ url }, go) => {
          if (!url.includes(stockCalls[A])) return go();
          trace.setNetwork(null);
          await go();
          killed();
          return new Promise<never>(() => undefined);
        });
        await trace.claims(-3);
        void pushStock(ctx, { marketplaceId: trace.shop(A).marketplaceId });
        await isKilled;
        const written = trace.writes(A);
        clock.advance(36_000);
        await sweepStock(ctx);
        await ctx.runJobs();
        expect([trace.shows(A), trace.writes(A)]).toEqual([7, written + 1]);
        const open = await trace.ctx.db
          .selectFrom('listing_stocks')
          .select(['quarantine_until', 'verify_at'])
          .where('marketplace_id', '=', trace.shop(A).marketplaceId)
          .executeTakeFirstOrThrow();
        expect(open.quarantine_until).not.toBeNull();
        await trace.waits(360);
        const clean = await trace.ctx.db
          .selectFrom('listing_stocks')
          .select(['quarantine_until', 'verify_at', 'lease_token'])
          .where('marketplace_id', '=', trace.shop(A).marketplaceId)
          .executeTakeFirstOrThrow();
        expect(clean).toEqual({ quarantine_until: null, verify_at: null, lease_token: null });
        expect([trace.shows(A), trace.shows(B), await trace.quantity()]).toEqual([7, 7, 7]);
      },
      { facts: { [A]: plain } },
    ),
  );
});
