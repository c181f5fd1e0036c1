import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { restockReturned } from '../../modules/orders/restock/restock-returned.ts';
import { readStock } from '../../modules/stock/ledger/variant-stock.queries.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { placed } from './told-order.ts';
import { tell, type Trace } from './trace.ts';

const A = 'shopee';
const B = 'shopify';

const numbers = async (trace: Trace) => [await trace.quantity(), trace.shows(A), trace.shows(B)];

/** An order of Shopee, sent and come back: nothing is on sale again yet. */
async function returned(trace: Trace, units = 1): Promise<void> {
  const order = await placed(trace, A, units);
  await order.tell(1, (line) => [line]);
  await order.tell(5, (line) => [{ ...line, fulfilled: true, sent: units }]);
  await order.tell(60, (line) => [{ ...line, fulfilled: true, sent: units, returned: units }]);
  await trace.waits(90);
  expect(await numbers(trace)).toEqual([10 - units, 10 - units, 10 - units]);
}

async function restock(trace: Trace, { units = 1, isApart = false } = {}): Promise<void> {
  const { ctx } = trace;
  const { rows } = await sql<{ id: number; order: number; before: number }>`
    select id, order_id as order, restocked_by_hand as before from order_items where returned > 0`.execute(
    ctx.db,
  );
  const [item] = rows;
  if (item === undefined) throw new Error('No order is here.');
  await inTransaction(ctx.db, (tx) =>
    restockReturned(tx, ctx, item.order, [
      { orderItemId: item.id, units, restockedBefore: item.before, isApart },
    ]),
  );
  await ctx.runJobs();
}

const raises = (trace: Trace, units = 1): void => trace.types(A, trace.shows(A) + units);

/** The shop's number is read, and decided by a poll. */
async function isRead(trace: Trace): Promise<void> {
  await trace.reads(A);
  await trace.waits(180);
  await trace.polls(A);
  await trace.waits(90);
}

describe('31 units that the seller puts back at the shop, and a member restocks here', () => {
  it(
    'before the read that shows it',
    tell(async (trace) => {
      await returned(trace);
      raises(trace);
      await restock(trace);
      await isRead(trace);
      expect(await numbers(trace)).toEqual([10, 10, 10]);
    }),
  );

  it(
    'may have happened at the shop, and raise its number at most: it is certain of nothing',
    tell(async (trace) => {
      await returned(trace);
      await restock(trace);
      // The number was read before the units came back.
      await sql`
        update listing_events e set happened_from = ls.snapshot_until + interval '1 minute'
        from listing_stocks ls where ls.variant_listing_id = e.variant_listing_id and e.is_possible`.execute(
        trace.ctx.db,
      );
      const stocks = await readStock(trace.ctx.db, [trace.variantId]);
      const listing = stocks.get(trace.variantId)?.listings.find(({ channel }) => channel === A);
      expect(listing?.eventTotals).toEqual({ certain: 0, maybeDown: 0, maybeUp: 1 });
    }),
  );

  it(
    'between the read that shows it and the poll that would book it',
    tell(async (trace) => {
      await returned(trace);
      raises(trace);
      await trace.reads(A);
      expect(await trace.bookings()).toEqual([]);
      await restock(trace);
      await isRead(trace);
      expect([await numbers(trace), await trace.bookings()]).toEqual([[10, 10, 10], []]);
    }),
  );

  it(
    'after it was booked: the booking is taken back',
    tell(async (trace) => {
      await returned(trace);
      raises(trace);
      await isRead(trace);
      expect(await numbers(trace)).toEqual([10, 10, 10]);
      await restock(trace);
      await isRead(trace);
      expect(await numbers(trace)).toEqual([10, 10, 10]);
      expect((await trace.bookings()).map(({ adjustment }) => adjustment)).toEqual([1, -1]);
    }),
  );

  it(
    'after it was booked, and the shop was written since',
    tell(async (trace) => {
      await returned(trace);
      raises(trace);
      await isRead(trace);
      trace.sells(B, 2);
      await trace.polls(B);
      await trace.waits(60);
      expect(await numbers(trace)).toEqual([8, 8, 8]);
      await restock(trace);
      await isRead(trace);
      expect(await numbers(trace)).toEqual([8, 8, 8]);
    }),
  );

  it(
    'up to its units, and no more: what was typed besides stays',
    tell(async (trace) => {
      await returned(trace);
      raises(trace, 4);
      await isRead(trace);
      expect(await trace.quantity()).toBe(13);
      await restock(trace);
      await isRead(trace);
      expect(await numbers(trace)).toEqual([13, 13, 13]);
    }),
  );

  it(
    'within the hour after it, and not later',
    tell(async (trace) => {
      await returned(trace);
      await restock(trace);
      await isRead(trace);
      raises(trace);
      await isRead(trace);
      expect(await numbers(trace)).toEqual([10, 10, 10]);
      for (let minutes = 0; minutes < 70; minutes += 10) {
        await trace.waits(600);
        await trace.reads(A);
      }
      raises(trace);
      await isRead(trace);
      expect(await numbers(trace)).toEqual([11, 11, 11]);
    }),
  );

  it(
    'never at the shop: the number stays, also when the hour is over',
    tell(async (trace) => {
      await returned(trace);
      await restock(trace);
      for (let minutes = 0; minutes < 80; minutes += 10) {
        await trace.waits(600);
        await trace.reads(A);
      }
      expect([await numbers(trace), await trace.bookings()]).toEqual([[10, 10, 10], []]);
      trace.types(A, 7);
      await isRead(trace);
      expect(await numbers(trace)).toEqual([7, 7, 7]);
    }),
  );

  it(
    'are counted apart where the member says that they are others',
    tell(async (trace) => {
      await returned(trace);
      raises(trace);
      await isRead(trace);
      await restock(trace, { isApart: true });
      await isRead(trace);
      expect(await numbers(trace)).toEqual([11, 11, 11]);
    }),
  );
});
