import { describe, expect, it } from 'vitest';
import { observeReads } from '../../modules/stock/reads/observe-reads.ts';
import { after } from '../../platform/time/time-spans.ts';
import { stockCalls } from '../stock-calls.ts';
import { plain, tell } from './trace.ts';

const A = 'shopee';
const B = 'shopify';

describe('sales and writes', () => {
  it(
    '1 erased sale: a write puts a unit back on sale that was sold unheard of, and the order takes it off again',
    tell(
      async (trace) => {
        trace.sells(A, 1);
        trace.sells(B, 1);
        await trace.polls(B);
        expect(trace.shows(A)).toBe(9);
        const before = trace.writes(A);
        await trace.polls(A);
        expect([trace.shows(A), trace.shows(B), await trace.quantity()]).toEqual([8, 8, 8]);
        expect(trace.writes(A)).toBe(before + 1);
        expect(await trace.bookings()).toEqual([]);
      },
      { facts: { [A]: plain } },
    ),
  );

  it(
    '1 erased sale: where a write is preceded by a read, the sale is seen and not erased',
    tell(async (trace) => {
      const before = trace.writes(A);
      trace.sells(A, 1);
      trace.sells(B, 1);
      await trace.polls(B);
      // Written the number that was decided after the read, and no other before it.
      expect([trace.shows(A), trace.shows(B), trace.writes(A)]).toEqual([8, 8, before + 1]);
      await trace.polls(A);
      expect([trace.shows(A), trace.shows(B), await trace.quantity()]).toEqual([8, 8, 8]);
      expect(await trace.bookings()).toEqual([]);
    }),
  );

  it(
    '1 erased sale: a channel whose writes settle late is not read first, as it would answer what was before',
    tell(
      async (trace) => {
        const before = trace.writes(A);
        const calls: string[] = [];
        trace.setNetwork(({ url }, go) => {
          if (url.includes('/api/v2/product/')) calls.push(url);
          return go();
        });
        await trace.adjusts(-1);
        trace.setNetwork(null);
        expect(trace.writes(A)).toBe(before + 1);
        expect(calls).toHaveLength(1);
      },
      { facts: { [A]: { settlesWithin: 60 } } },
    ),
  );

  it(
    '2 needless echo: a shop whose own sale brought it there is not written, even without a read',
    tell(
      async (trace) => {
        const before = trace.writes(A);
        trace.setNotices(true);
        trace.sells(A, 1);
        await trace.sandbox.runDue();
        await trace.ctx.runJobs();
        expect([trace.shows(A), trace.shows(B), await trace.quantity()]).toEqual([9, 9, 9]);
        expect(trace.writes(A)).toBe(before);
      },
      { facts: { [A]: plain } },
    ),
  );

  it(
    '3 sale astride a read: the shop is written at once, once more when the order of events is clear, and not again',
    tell(async (trace) => {
      // The whole seconds of Shopify's dates leave open which came first, wherever in its second the trace begins.
      trace.clock.advance(1_300 - (trace.clock.now().getTime() % 1_000));
      const before = trace.writes(B);
      trace.sells(B, 1);
      const shop = trace.shop(B);
      await trace.pull(shop, 'listings', 'reconcile');
      await trace.pull(shop, 'orders');
      expect(trace.writes(B)).toBe(before + 1);
      expect([trace.shows(A), trace.shows(B), await trace.quantity()]).toEqual([9, 9, 9]);
      // The first write may have come before the sale, and a read that agrees with it may be an old answer.
      await trace.waits(60);
      expect(trace.writes(B)).toBe(before + 2);
      await trace.waits(60);
      await trace.reads(B);
      expect(trace.writes(B)).toBe(before + 2);
      expect([trace.shows(B), await trace.bookings()]).toEqual([9, []]);
    }),
  );

  it.each(['before the write lands', 'after it landed'])(
    '3 sale astride the write: sold %s, the shop is written once more and nothing is booked',
    (when) =>
      tell(
        async (trace) => {
          trace.setNetwork(async ({ url }, go) => {
            if (!url.includes(stockCalls[A])) return go();
            trace.setNetwork(null);
            // Further from the sending than the tolerance of the clocks, and before the answer.
            const sells = (): void => {
              trace.clock.advance(3_000);
              trace.sells(A, 1);
            };
            const early = when === 'before the write lands';
            if (early) sells();
            const answer = await go();
            if (!early) sells();
            return answer;
          });
          await trace.adjusts(1);
          const before = trace.writes(A);
          await trace.polls(A);
          expect([trace.shows(A), trace.shows(B), await trace.quantity()]).toEqual([9, 9, 9]);
          expect(trace.writes(A)).toBe(before + 1);
          await trace.reads(A);
          await trace.waits(150);
          await trace.polls(A);
          expect(await trace.bookings()).toEqual([]);
        },
        { start: 9, facts: { [A]: plain } },
      )(),
  );

  it(
    '4 poll began later, still blind: a shortfall seen before its order is listed lowers the others, and is never counted twice',
    tell(async (trace) => {
      trace.sandbox.control.setFaults([{ channel: A, kind: 'hidden_order', after: 50, count: 1 }]);
      trace.sells(A, 2);
      await trace.reads(A);
      expect([trace.shows(B), await trace.quantity(), await trace.flag(A)]).toEqual([8, 10, 'out_of_sync']);
      await trace.polls(A);
      expect([trace.shows(B), await trace.quantity(), await trace.flag(A)]).toEqual([8, 10, 'out_of_sync']);
      await trace.waits(50);
      await trace.polls(A);
      expect([trace.shows(A), trace.shows(B), await trace.quantity(), await trace.flag(A)]).toEqual([
        8,
        8,
        8,
        null,
      ]);
      await trace.waits(90);
      await trace.polls(A);
      expect(await trace.quantity()).toBe(8);
      expect(await trace.bookings()).toEqual([]);
    }),
  );

  it(
    '4 two reads at once: the earlier one, recorded last, does not hide that a read has seen the sale',
    tell(
      async (trace) => {
        const { ctx, clock, variantId } = trace;
        const { id: variantListingId } = await ctx.db
          .selectFrom('variant_listings')
          .select('id')
          .where('variant_id', '=', variantId)
          .where('marketplace_id', '=', trace.shop(A).marketplaceId)
          .executeTakeFirstOrThrow();
        const answers = async (measure: number, began: Date, ended: Date) => {
          const reading = { variantListingId, measure, reserved: 0 };
          await observeReads(ctx, { channel: A, interval: { began, ended }, readings: [reading] });
          await ctx.runJobs();
        };
        trace.sandbox.control.setFaults([{ channel: A, kind: 'hidden_order', after: 50, count: 1 }]);
        clock.advance(5_000);
        const [began, ended] = [after(clock.now(), -3_000), clock.now()];
        clock.advance(3_000);
        trace.sells(A, 2);
        clock.advance(3_000);
        await answers(8, after(clock.now(), -1_000), clock.now());
        await answers(10, began, ended);
        clock.advance(50_000);
        await trace.polls(A);
        clock.advance(90_000);
        await trace.polls(A);
        expect([trace.shows(A), trace.shows(B), await trace.quantity()]).toEqual([8, 8, 8]);
        expect(await trace.bookings()).toEqual([]);
      },
      { facts: { [A]: plain } },
    ),
  );

  it(
    '5 later than the channel ever was: a booking made meanwhile is reversed by the order, and both can be read',
    tell(async (trace) => {
      trace.sandbox.control.setFaults([{ channel: A, kind: 'hidden_order', after: 600, count: 1 }]);
      trace.sells(A, 2);
      await trace.reads(A);
      await trace.waits(90);
      await trace.polls(A);
      expect([await trace.quantity(), trace.shows(B)]).toEqual([8, 8]);
      await trace.waits(540);
      trace.setNotices(true);
      await trace.pull(trace.shop(A), 'orders', 'reconcile');
      expect([trace.shows(A), trace.shows(B), await trace.quantity()]).toEqual([8, 8, 8]);
      expect((await trace.entries()).map(({ adjustment }) => adjustment).sort()).toEqual([-2, -2, 2]);
      expect((await trace.bookings()).map(({ adjustment }) => adjustment)).toEqual([-2, 2]);
    }),
  );
});

describe('edits and late writes', () => {
  it(
    '6 edit then push: an edit stays at its own shop until it is booked, and reaches the others then',
    tell(
      async (trace) => {
        trace.types(A, 15);
        await trace.reads(A);
        expect([trace.shows(A), await trace.flag(A)]).toEqual([15, 'out_of_sync']);
        trace.sells(B, 1);
        await trace.polls(B);
        expect([trace.shows(A), trace.shows(B), await trace.quantity()]).toEqual([14, 9, 9]);
        await trace.waits(90);
        await trace.polls(A);
        expect([trace.shows(A), trace.shows(B), await trace.quantity()]).toEqual([14, 14, 14]);
        expect(await trace.flag(A)).toBeNull();
      },
      { facts: { [A]: plain } },
    ),
  );

  it(
    '6 the same edit made in three shops counts once',
    tell(
      async (trace) => {
        for (const channel of ['shopee', 'lazada', 'shopify'] as const) trace.types(channel, 15);
        for (const channel of ['shopee', 'lazada', 'shopify'] as const) await trace.reads(channel);
        await trace.waits(150);
        for (const channel of ['shopee', 'lazada', 'shopify'] as const) await trace.polls(channel);
        await trace.waits(60);
        expect(await trace.quantity()).toBe(15);
        expect([trace.shows('shopee'), trace.shows('lazada'), trace.shows('shopify')]).toEqual([15, 15, 15]);
        expect(await trace.bookings()).toHaveLength(1);
      },
      { channels: ['shopee', 'lazada', 'shopify'] },
    ),
  );

  it(
    '6 the same edit counts once, though another shop is read only after the first was booked',
    tell(
      async (trace) => {
        for (const channel of ['shopee', 'lazada', 'shopify'] as const) trace.types(channel, 15);
        await trace.reads('shopee');
        await trace.waits(90);
        await trace.polls('shopee');
        await trace.waits(150);
        for (const channel of ['shopee', 'lazada', 'shopify'] as const) await trace.polls(channel);
        await trace.waits(60);
        expect(await trace.quantity()).toBe(15);
        expect([trace.shows('shopee'), trace.shows('lazada'), trace.shows('shopify')]).toEqual([15, 15, 15]);
      },
      { channels: ['shopee', 'lazada', 'shopify'] },
    ),
  );

  it(
    '7 edit in the gap: without compare-and-set it is overwritten and leaves no trace',
    tell(
      async (trace) => {
        trace.setNetwork(({ url }, go) => {
          if (url.includes(stockCalls[A])) trace.types(A, 15);
          return go();
        });
        await trace.adjusts(-1);
        trace.setNetwork(null);
        await trace.reads(A);
        await trace.waits(90);
        await trace.polls(A);
        expect([trace.shows(A), trace.shows(B), await trace.quantity()]).toEqual([9, 9, 9]);
        expect(await trace.bookings()).toEqual([]);
      },
      { facts: { [A]: plain } },
    ),
  );

  it(
    '7 edit in the gap: with compare-and-set it is seen, kept and adopted',
    tell(async (trace) => {
      trace.setNetwork(({ body }, go) => {
        if (body.includes(stockCalls[B])) {
          trace.setNetwork(null);
          trace.types(B, 15);
        }
        return go();
      });
      await trace.adjusts(-1);
      expect([trace.shows(A), trace.shows(B)]).toEqual([9, 14]);
      await trace.waits(90);
      await trace.polls(B);
      expect([trace.shows(A), trace.shows(B), await trace.quantity()]).toEqual([14, 14, 14]);
    }),
  );

  it(
    '8 late write: a dead request that lands on a newer number is put right, and is no movement',
    tell(
      async (trace) => {
        trace.sandbox.control.setFaults([
          { channel: A, call: stockCalls[A], kind: 'late_write', after: 50, count: 1 },
        ]);
        await trace.adjusts(1);
        await trace.adjusts(-3);
        expect(trace.shows(A)).toBe(7);
        const before = (await trace.entries()).length;
        trace.clock.advance(51_000);
        await trace.sandbox.runDue();
        expect(trace.shows(A)).toBe(10);
        await trace.waits(330);
        expect([trace.shows(A), trace.shows(B), await trace.quantity()]).toEqual([7, 7, 7]);
        await trace.polls(A);
        expect(await trace.entries()).toHaveLength(before);
      },
      { start: 9 },
    ),
  );

  it(
    '9 never-seen order cancelled: what a write had erased comes back from the buyer, and is put down again, not adopted',
    tell(
      async (trace) => {
        const number = trace.sells(A, 2);
        await trace.adjusts(1);
        await trace.adjusts(-1);
        expect(trace.shows(A)).toBe(10);
        trace.cancels(A, number);
        expect(trace.shows(A)).toBe(12);
        await trace.polls(A);
        await trace.waits(150);
        await trace.reads(A);
        await trace.polls(A);
        expect([trace.shows(A), trace.shows(B), await trace.quantity()]).toEqual([10, 10, 10]);
        expect(await trace.bookings()).toEqual([]);
      },
      { facts: { [A]: plain } },
    ),
  );
});
