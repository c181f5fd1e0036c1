import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { placed } from './told-order.ts';
import { tell, type Trace } from './trace.ts';

const A = 'shopee';
const B = 'shopify';

const numbers = async (trace: Trace) => [await trace.quantity(), trace.shows(A), trace.shows(B)];
const adjustments = async (trace: Trace) => (await trace.entries()).map(({ adjustment }) => adjustment);

describe('units that are not the seller’s', () => {
  it(
    '28 sent by the marketplace: its listing has no measure, its orders no effect, until the seller keeps it again',
    tell(async (trace) => {
      const shop = trace.shop(A);
      const [listing] = trace.sandbox.control.listings(A, shop.shop);
      trace.sandbox.control.editListing(A, shop.shop, listing?.variant_id ?? '', { kept_by: 'marketplace' });
      await trace.reads(A);
      const order = await placed(trace, A, 2);
      await order.tell(1, (line) => [{ ...line, keptBy: 'marketplace' }]);
      expect(await trace.quantity()).toBe(10);
      trace.types(A, 3);
      await trace.reads(A);
      await trace.waits(300);
      expect([await trace.quantity(), trace.shows(B), await trace.bookings()]).toEqual([10, 10, []]);
      const own = await placed(trace, A, 1);
      await own.tell(6, (line) => [{ ...line, keptBy: 'seller' }]);
      await trace.waits(120);
      expect([await trace.quantity(), trace.shows(B)]).toEqual([9, 9]);
      const before = trace.writes(A);
      await trace.adjusts(5);
      expect([trace.shows(B), trace.writes(A) - before]).toEqual([14, 0]);
    }),
  );

  it(
    '38 back from the warehouse: the first number is the warehouse’s, and is not adopted',
    tell(async (trace) => {
      const shop = trace.shop(A);
      const [listing] = trace.sandbox.control.listings(A, shop.shop);
      const keep = (kept_by: 'marketplace' | 'seller') =>
        trace.sandbox.control.editListing(A, shop.shop, listing?.variant_id ?? '', { kept_by });
      keep('marketplace');
      await trace.reads(A);
      await trace.waits(120);
      trace.types(A, 40);
      keep('seller');
      await trace.reads(A);
      expect(await trace.quantity()).toBe(10);
      await trace.waits(300);
      expect(await numbers(trace)).toEqual([10, 10, 10]);
      expect(await trace.entries()).toEqual([]);
      const kept = await sql<{ since: Date | null }>`select kept_since as since from listing_stocks`.execute(
        trace.ctx.db,
      );
      expect(kept.rows.every(({ since }) => since === null)).toBe(true);
    }),
  );

  it(
    '39 assigned anew to another place, and back',
    tell(async (trace) => {
      const order = await placed(trace, B, 2);
      await order.tell(1, (line) => [line]);
      await trace.waits(60);
      expect(await trace.quantity()).toBe(8);
      // The shop's place has the units back.
      trace.types(B, trace.shows(B) + 2);
      await order.tell(4, (line) => [{ ...line, keptBy: 'elsewhere' }]);
      await trace.reads(B);
      await trace.waits(300);
      expect(await numbers(trace)).toEqual([10, 10, 10]);
      trace.types(B, trace.shows(B) - 2);
      await order.tell(12, (line) => [{ ...line, keptBy: 'seller' }]);
      await trace.reads(B);
      await trace.waits(300);
      expect(await numbers(trace)).toEqual([8, 8, 8]);
      expect([await adjustments(trace), await trace.bookings()]).toEqual([[-2, 2, -2], []]);
    }),
  );
});

describe('lines that change', () => {
  it(
    '32 not put back: the marketplace reports it with the cancellation, or only later',
    tell(async (trace) => {
      const cancellation = (restocked: boolean | null) => [{ id: 'r1', units: 1, at: null, restocked }];
      const once = await placed(trace, B, 3);
      await once.tell(1, (line) => [line]);
      await once.tell(2, (line) => [
        { ...line, cancelled: 1, restored: 0, cancellations: cancellation(false) },
      ]);
      expect(await trace.quantity()).toBe(7);
      const later = await placed(trace, B, 3);
      await later.tell(1, (line) => [line]);
      await later.tell(2, (line) => [
        { ...line, cancelled: 1, restored: 0, cancellations: cancellation(null) },
      ]);
      await later.tell(3, (line) => [
        { ...line, cancelled: 1, restored: 0, cancellations: cancellation(false) },
      ]);
      await trace.waits(120);
      expect(await numbers(trace)).toEqual([4, 4, 4]);
    }),
  );

  it(
    '36 a line’s id changes, before and after sending: nothing moves',
    tell(async (trace) => {
      const order = await placed(trace, A, 2);
      await order.tell(1, (line) => [line]);
      await order.tell(2, (line) => [{ ...line, lineId: 'another' }]);
      await order.tell(3, (line) => [{ ...line, lineId: 'third', fulfilled: true, sent: 2 }]);
      await trace.waits(600);
      expect([await adjustments(trace), await numbers(trace)]).toEqual([[-2], [8, 8, 8]]);
    }),
  );

  it(
    '36 a line is split, and joined again: the units stay in sum',
    tell(async (trace) => {
      const order = await placed(trace, A, 3);
      await order.tell(1, (line) => [line]);
      await order.tell(2, (line) => [
        { ...line, lineId: 'one', ordered: 1 },
        { ...line, lineId: 'two', ordered: 2 },
      ]);
      expect(await trace.quantity()).toBe(7);
      await order.tell(3, (line) => [{ ...line, lineId: 'all' }]);
      await order.tell(4, (line) => [{ ...line, lineId: 'all', cancelled: 1 }]);
      await trace.waits(60);
      expect(await trace.quantity()).toBe(8);
      const items = await sql<{ effect: number; units: number }>`
        select i.effect, coalesce(sum(m.adjustment), 0)::integer as units from order_items i
        left join stock_movements m on m.cause like 'line:' || i.id || ':%' group by i.id, i.effect`.execute(
        trace.ctx.db,
      );
      expect(items.rows.every(({ effect, units }) => effect === units)).toBe(true);
    }),
  );

  it(
    '37 a line removed: lacking in reads one and five minutes later, its units come back once; it returns',
    tell(async (trace) => {
      const order = await placed(trace, A, 2);
      await order.tell(1, (line) => [line]);
      await trace.waits(30);
      trace.types(A, trace.shows(A) + 2);
      await order.tell(10, () => []);
      expect(await trace.quantity()).toBe(8);
      await order.tell(11.5, () => []);
      expect(await trace.quantity()).toBe(8);
      await order.tell(15.5, () => []);
      await trace.reads(A);
      await trace.waits(300);
      expect([await numbers(trace), await trace.bookings()]).toEqual([[10, 10, 10], []]);
      await order.tell(40, () => []);
      expect(await adjustments(trace)).toEqual([-2, 2]);
      await order.tell(50, (line) => [line]);
      expect(await adjustments(trace)).toEqual([-2, 2, -2]);
    }),
  );

  it(
    'a line that one answer lacks is still there',
    tell(async (trace) => {
      const order = await placed(trace, A, 2);
      await order.tell(1, (line) => [line]);
      await order.tell(2, () => []);
      await order.tell(3.5, (line) => [line]);
      await order.tell(9, (line) => [line]);
      expect(await adjustments(trace)).toEqual([-2]);
    }),
  );
});
