import { describe, expect, it } from 'vitest';
import { previewJoinedStock } from '../../modules/stock/lists/preview-joined-stock.ts';
import { addUpExplanations } from '../explained-sums.ts';
import { keepBack, type KeptBack } from '../keep-back.ts';
import { comesBack, recover } from './recovery.ts';
import { plain, tell, type Trace } from './trace.ts';

const A = 'shopee';
const B = 'shopify';
const C = 'lazada';

async function keeps(trace: Trace, ...all: readonly KeptBack[]): Promise<void> {
  const who = { storeId: trace.storeId, userId: await trace.member() };
  for (const what of all) await keepBack(trace.ctx, who, what);
  await trace.ctx.runJobs();
  trace.clock.advance(2_000);
}

/** From now on the store keeps a safety stock: this number of units of each SKU at B. */
const keepsAtB = (trace: Trace, units: number): Promise<void> =>
  keeps(trace, { isKept: true }, { marketplaceId: trace.shop(B).marketplaceId, units });

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

describe('safety stock: a hand edit', () => {
  it(
    'is a difference in the shop’s own units',
    tell(async (trace) => {
      await keepsAtB(trace, 3);
      expect(await numbers(trace)).toEqual([10, 10, 7]);
      await trace.waits(120);
      trace.types(B, 12);
      await settles(trace);
      expect([await booked(trace), await numbers(trace)]).toEqual([[5], [15, 15, 12]]);
      const { broken, terms } = await addUpExplanations(trace.ctx, trace.storeId);
      expect([broken, [...terms]]).toEqual([[], ['ledger', 'safety']]);
    }),
  );

  it(
    'is put back where what is kept back was cut off at 0',
    tell(async (trace) => {
      await keepsAtB(trace, 3);
      await trace.adjusts(-8);
      expect(await numbers(trace)).toEqual([2, 2, 0]);
      await trace.waits(120);
      const written = trace.writes(B);
      trace.types(B, 5);
      await settles(trace);
      expect([await booked(trace), await numbers(trace), trace.writes(B)]).toEqual([
        [],
        [2, 2, 0],
        written + 1,
      ]);
      expect((await addUpExplanations(trace.ctx, trace.storeId)).broken).toEqual([]);
    }),
  );

  it(
    'of a listing at 0 has the meaning of that listing: it is written at each change of meaning, though its number stays',
    tell(async (trace) => {
      await keepsAtB(trace, 3);
      trace.sells(B, 7);
      await trace.polls(B);
      await trace.waits(60);
      expect(await numbers(trace)).toEqual([3, 3, 0]);
      const written = trace.writes(B);
      trace.sells(A, 1);
      await trace.polls(A);
      await trace.waits(60);
      expect([await numbers(trace), trace.writes(B)]).toEqual([[2, 2, 0], written + 1]);
      trace.types(B, 4);
      await settles(trace);
      expect([await booked(trace), await numbers(trace)]).toEqual([[], [2, 2, 0]]);
      const before = trace.writes(B);
      await trace.adjusts(1);
      await trace.waits(60);
      expect([await numbers(trace), trace.writes(B)]).toEqual([[3, 3, 0], before + 1]);
      await trace.waits(120);
      trace.types(B, 5);
      await settles(trace);
      expect([await booked(trace), await numbers(trace)]).toEqual([[5], [8, 8, 5]]);
    }),
  );

  it(
    'of several shops counts once: numbers that mean the same quantity, or the same number',
    tell(
      async (trace) => {
        await keepsAtB(trace, 3);
        await trace.waits(120);
        trace.types(A, 15);
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
        await trace.waits(3_600);
        // What B shows is booked before A is read.
        trace.types(A, 30);
        trace.types(B, 30);
        await trace.reads(B);
        await trace.waits(150);
        await trace.polls(B);
        await trace.waits(30);
        expect(await trace.quantity()).toBe(33);
        await settles(trace);
        expect([await booked(trace), await numbers(trace)]).toEqual([
          [5, 5, 13],
          [33, 33, 30],
        ]);
      },
      { channels: [A, B], facts: { [A]: plain, [B]: plain } },
    ),
  );
});

describe('safety stock: a backup is put back, and the log is lost', () => {
  it(
    'each shop stands for what it shows and what it keeps back',
    recover(async (trace) => {
      await keepsAtB(trace, 3);
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

describe('safety stock: a merge', () => {
  it(
    'speaks of the ledger, and its preview of what shops will show',
    tell(
      async (trace) => {
        const { ctx, clock } = trace;
        const variants = await ctx.db
          .selectFrom('variant_listings')
          .select(['variant_id', 'marketplace_id'])
          .orderBy('variant_id')
          .execute();
        const ids = variants.map(({ variant_id }) => variant_id);
        const idOfB = variants.find((row) => row.marketplace_id === trace.shop(B).marketplaceId)?.variant_id;
        await keepsAtB(trace, 3);
        const quantities = () => Promise.all(ids.map((id) => trace.quantity(id)));
        expect([await quantities(), trace.shows(A), trace.shows(B)]).toEqual([[10, 10], 10, 7]);
        await trace.waits(120);
        trace.types(B, 17);
        await settles(trace);
        expect([await trace.quantity(idOfB), trace.shows(B)]).toEqual([20, 17]);
        const preview = await previewJoinedStock(ctx.db, ids, () => 20, clock.now());
        expect(preview.listings.map(({ before, after }) => [before, after])).toEqual([
          [10, 20],
          [17, 17],
        ]);
        const joined = await trace.merge('TEE', 'highest');
        await trace.waits(60);
        expect([await trace.quantity(joined), trace.shows(A), trace.shows(B)]).toEqual([20, 20, 17]);
        const total = (await quantities()).reduce((sum, units) => sum + units, 0);
        expect(total).toBe(20);
      },
      { isMerged: false },
    ),
  );
});

describe('safety stock: a change', () => {
  it(
    'is pushed at once, the larger of two counts, and the switch takes all of it back',
    tell(async (trace) => {
      const marketplaceId = trace.shop(B).marketplaceId;
      const { variantId } = trace;
      await keepsAtB(trace, 8);
      expect(await numbers(trace)).toEqual([10, 10, 2]);
      await keeps(trace, { marketplaceId, units: 2 });
      expect(await numbers(trace)).toEqual([10, 10, 8]);
      await keeps(trace, { variantId, units: 1 });
      expect(await numbers(trace)).toEqual([10, 9, 8]);
      await keeps(trace, { variantId, units: 4 });
      expect(await numbers(trace)).toEqual([10, 6, 6]);
      await keeps(trace, { isKept: false });
      expect(await numbers(trace)).toEqual([10, 10, 10]);
      await keeps(trace, { isKept: true });
      expect([await numbers(trace), await trace.entries()]).toEqual([[10, 6, 6], []]);
    }),
  );

  it(
    'of a SKU makes its pushes due in the same transaction',
    tell(async (trace) => {
      const who = { storeId: trace.storeId, userId: await trace.member() };
      await keeps(trace, { isKept: true });
      await keepBack(trace.ctx, who, { variantId: trace.variantId, units: 4 });
      const rows = await trace.ctx.db
        .selectFrom('listing_stocks')
        .select(['send', 'target_rev', 'acked_rev'])
        .execute();
      expect(rows.map((row) => [row.send, row.target_rev - row.acked_rev])).toEqual([
        [6, 1],
        [6, 1],
      ]);
    }),
  );
});

describe('safety stock: the first count', () => {
  it(
    'takes the shop’s number as the quantity, and an order that it may not include still corrects it',
    tell(
      async (trace) => {
        const { sandbox, clock } = trace;
        const { shop, marketplaceId } = trace.shop(C);
        await keeps(trace, { isKept: true }, { marketplaceId, units: 3 });
        sandbox.control.addListings(C, shop, { sku: 'CUP', quantity: 10, name: 'The CUP' });
        clock.advance(90_000);
        sandbox.control.placeOrder(C, shop, { lines: [{ sku: 'CUP', quantity: 2 }] });
        clock.advance(3_000);
        sandbox.control.setFaults([{ channel: C, kind: 'stale_read', after: 10 }]);
        await trace.reads(C);
        sandbox.control.setFaults([]);
        await trace.ctx.runJobs();
        const cup = async () => {
          const { quantity } = await trace.ctx.db
            .selectFrom('variants')
            .select('quantity')
            .where('sku', '=', 'CUP')
            .executeTakeFirstOrThrow();
          return [quantity, sandbox.control.listings(C, shop).find(({ sku }) => sku === 'CUP')?.quantity];
        };
        expect(await cup()).toEqual([10, 8]);
        await trace.polls(C);
        await trace.waits(300);
        await trace.polls(C);
        await trace.waits(300);
        expect(await cup()).toEqual([8, 5]);
      },
      { channels: [A, C] },
    ),
  );
});
