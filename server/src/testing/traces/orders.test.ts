import type { ChannelOrder } from '@evenstock/connectors/kit/connector';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { unmergeListing } from '../../modules/catalog/merges/unmerge-listing.ts';
import { callMarketplace } from '../../modules/connections/calls/call-marketplace.ts';
import { importOrder } from '../../modules/orders/imports/import-order.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { restockReturned } from '../../modules/orders/restock/restock-returned.ts';
import { adjustQuantity } from '../../modules/stock/changes/adjust-quantity.ts';
import { readAt } from '../reported-order.ts';
import { stockCalls } from '../stock-calls.ts';
import { plain, tell, type Trace } from './trace.ts';

const A = 'shopee';
const B = 'shopify';

async function freezeRestock(trace: Trace): Promise<void> {
  await sql`update variants set disable_restock = true, disable_restock_since = ${trace.clock.now()} where id = ${trace.variantId}`.execute(
    trace.ctx.db,
  );
}

describe('orders that change', () => {
  it(
    '10 disable_restock switched on later: what was given back stays given back, what comes back from now on does not',
    tell(async (trace) => {
      for (let placed = 0; placed < 5; placed += 1) {
        const number = trace.sells(A, 1);
        await trace.polls(A);
        trace.cancels(A, number);
        await trace.polls(A);
      }
      expect([await trace.quantity(), trace.shows(A), trace.shows(B)]).toEqual([10, 10, 10]);
      const given = (await trace.entries()).length;
      const open = trace.sells(A, 2);
      await trace.polls(A);
      await freezeRestock(trace);
      await trace.pull(trace.shop(A), 'orders', 'reconcile');
      expect(await trace.entries()).toHaveLength(given + 1);
      trace.cancels(A, open);
      expect(trace.shows(A)).toBe(10);
      await trace.polls(A);
      await trace.waits(60);
      expect([await trace.quantity(), trace.shows(A), trace.shows(B)]).toEqual([8, 8, 8]);
      expect(await trace.entries()).toHaveLength(given + 1);
    }),
  );

  describe.each(['tokopedia', 'qoo10'] as const)(
    'a cancellation with restocking switched off, where %s does not document what it restores',
    (channel) => {
      async function isCancelled(trace: Trace): Promise<void> {
        const number = trace.sells(channel, 3);
        await trace.polls(channel);
        await freezeRestock(trace);
        await trace.waits(120);
        trace.cancels(channel, number);
        await trace.polls(channel);
        expect([await trace.quantity(), trace.shows(channel)]).toEqual([7, 10]);
      }

      async function isReadBack(trace: Trace): Promise<void> {
        await trace.waits(120);
        expect([await trace.quantity(), trace.shows(channel), trace.shows(B)]).toEqual([7, 7, 7]);
      }

      it(
        'is read back',
        tell(
          async (trace) => {
            await isCancelled(trace);
            await isReadBack(trace);
          },
          { channels: [channel, B] },
        ),
      );

      it(
        'is read back also where another read before that has an old answer',
        tell(
          async (trace) => {
            await isCancelled(trace);
            trace.clock.advance(10_000);
            trace.sandbox.control.setFaults([{ channel, kind: 'stale_read', after: 30 }]);
            await trace.reads(channel);
            trace.sandbox.control.setFaults([]);
            await isReadBack(trace);
          },
          { channels: [channel, B] },
        ),
      );
    },
  );

  it(
    '14 partial, back again, two lines: one movement for each real change, and an old state changes nothing',
    tell(async (trace) => {
      const { ctx, clock } = trace;
      const shop = trace.shop(A);
      const scope = { storeId: trace.storeId, marketplaceId: shop.marketplaceId };
      clock.advance(2_000);
      const { number } = trace.sandbox.control.placeOrder(A, shop.shop, {
        lines: [
          { sku: 'TEE', quantity: 2 },
          { sku: 'TEE', quantity: 1 },
        ],
      });
      clock.advance(2_000);
      const read = await callMarketplace(ctx, shop.marketplaceId, 'normal', (access, connector) =>
        connector.orders.read(access, [number]),
      );
      const [placed] = read.orders;
      if (placed === undefined) throw new Error('The order was not read.');
      const told = async (change: (order: ChannelOrder) => ChannelOrder, minutes: number): Promise<void> => {
        const at = new Date(placed.updatedAt.getTime() + minutes * 60_000);
        clock.set(new Date(at.getTime() + 1_000));
        await importOrder(ctx, scope, change({ ...placed, updatedAt: at }), readAt(at));
        await ctx.runJobs();
      };
      const first =
        (change: Partial<ChannelOrder['lines'][number]>) =>
        (order: ChannelOrder): ChannelOrder => ({
          ...order,
          lines: order.lines.map((line, place) => (place === 0 ? { ...line, ...change } : line)),
        });
      await told((order) => order, 0);
      expect(await trace.quantity()).toBe(7);
      await told(first({ cancelled: 1 }), 1);
      expect(await trace.quantity()).toBe(8);
      await told(first({ cancelled: 0 }), 2);
      expect(await trace.quantity()).toBe(7);
      await told(first({ fulfilled: true, returned: 1 }), 3);
      expect(await trace.quantity()).toBe(7);
      const line = await ctx.db
        .selectFrom('order_items')
        .select(['id', 'order_id'])
        .where('position', '=', 0)
        .executeTakeFirstOrThrow();
      const restock = () =>
        inTransaction(ctx.db, (tx) =>
          restockReturned(tx, ctx, line.order_id, [
            { orderItemId: line.id, units: 1, restockedBefore: 0, isApart: false },
          ]),
        );
      expect(await restock()).toBe(1);
      expect(await restock()).toBe(0);
      await ctx.runJobs();
      const minute = new Date(placed.updatedAt.getTime() + 60_000);
      await importOrder(
        ctx,
        scope,
        first({ cancelled: 1 })({ ...placed, updatedAt: minute }),
        readAt(minute),
      );
      expect(await trace.quantity()).toBe(8);
      const entries = await trace.entries();
      expect(entries.map(({ adjustment }) => adjustment)).toEqual(
        placed.lines.length === 2 ? [-2, -1, 1, -1, 1] : [-3, 1, -1, 1],
      );
      expect(trace.shows(B)).toBe(8);
    }),
  );
});

describe('what is not booked', () => {
  it(
    '11 campaign takes stock: units set aside are stock, and a floor is kept and said',
    tell(async (trace) => {
      trace.types(A, 10, 4);
      await trace.reads(A);
      expect([await trace.quantity(), await trace.flag(A)]).toEqual([10, null]);
      trace.sells(A, 1);
      await trace.polls(A);
      await trace.reads(A);
      await trace.adjusts(-7);
      await trace.waits(60);
      expect([await trace.quantity(), await trace.flag(A)]).toEqual([2, 'campaign_holds_more']);
      expect([trace.shows(A), trace.shows(B)]).toEqual([3, 2]);
      await trace.adjusts(7);
      trace.types(A, trace.shows(A), 0);
      await trace.reads(A);
      await trace.waits(120);
      await trace.polls(A);
      expect([await trace.quantity(), trace.shows(A), trace.shows(B)]).toEqual([9, 9, 9]);
      expect(await trace.flag(A)).toBeNull();
      expect(await trace.bookings()).toEqual([]);
    }),
  );

  it(
    '15 ghost hold: where unpaid orders take stock unseen, a rise is flagged and put back',
    tell(
      async (trace) => {
        trace.types(A, 8);
        await trace.adjusts(-1);
        await trace.adjusts(1);
        expect(trace.shows(A)).toBe(10);
        trace.types(A, 12);
        const seen: (string | null)[] = [];
        trace.setNetwork(async ({ url }, go) => {
          if (url.includes(stockCalls[A])) seen.push(await trace.flag(A));
          return go();
        });
        await trace.reads(A);
        trace.setNetwork(null);
        await trace.waits(150);
        await trace.polls(A);
        expect(seen).toEqual(['out_of_sync']);
        expect([trace.shows(A), trace.shows(B), await trace.quantity()]).toEqual([10, 10, 10]);
        expect([await trace.bookings(), await trace.flag(A)]).toEqual([[], null]);
      },
      { facts: { [A]: { ...plain, hidesHolds: true } } },
    ),
  );

  it(
    '15 ghost hold: one that the first count already lacked is put back when it ends, too',
    tell(
      async (trace) => {
        trace.clock.advance(70_000);
        trace.types(A, 12);
        await trace.reads(A);
        await trace.waits(150);
        await trace.polls(A);
        await trace.waits(30);
        expect([trace.shows(A), trace.shows(B), await trace.quantity()]).toEqual([10, 10, 10]);
        expect(await trace.bookings()).toEqual([]);
      },
      { facts: { [A]: { ...plain, hidesHolds: true } } },
    ),
  );

  it(
    'a number typed over a forced zero is put back, and says nothing about the quantity',
    tell(async (trace) => {
      const { ctx, clock } = trace;
      await ctx.db
        .updateTable('variant_listings')
        .set({ force_zero_qty_from: clock.now() })
        .where('marketplace_id', '=', trace.shop(A).marketplaceId)
        .execute();
      await trace.waits(60);
      expect([trace.shows(A), trace.shows(B)]).toEqual([0, 10]);
      trace.clock.advance(70_000);
      trace.types(A, 5);
      await trace.reads(A);
      await trace.waits(150);
      await trace.polls(A);
      expect([trace.shows(A), trace.shows(B), await trace.quantity()]).toEqual([0, 10, 10]);
      expect(await trace.bookings()).toEqual([]);
    }),
  );
});

describe('merge and unmerge', () => {
  it(
    '13 merge and unmerge in flight: figures come from the ledger, whatever the shops show meanwhile',
    tell(
      async (trace) => {
        const { ctx, storeId } = trace;
        const a = await variantOf(trace, B);
        const b = await variantOf(trace, A);
        const userId = await trace.member();
        await adjustQuantity(ctx, { storeId, variantId: b, userId, units: -3 });
        await ctx.runJobs();
        trace.clock.advance(5_000);
        const number = trace.sells(A, 1);
        expect(trace.shows(A)).toBe(6);
        trace.sandbox.control.setFaults([{ channel: A, call: stockCalls[A], kind: 'timeout' }]);
        await adjustQuantity(ctx, { storeId, variantId: b, userId, units: -1 });
        await ctx.runJobs();
        expect([await trace.quantity(a), await trace.quantity(b)]).toEqual([10, 6]);
        const merged = await trace.merge('TEE');
        expect([await trace.quantity(merged), await trace.quantity(merged === a ? b : a)]).toEqual([10, 0]);
        trace.sandbox.control.setFaults([]);
        await trace.polls(A);
        expect(await trace.quantity(merged)).toBe(9);
        await sql`update variant_listings set force_zero_qty_from = ${ctx.clock.now()} where marketplace_id = ${trace.shop(A).marketplaceId}`.execute(
          ctx.db,
        );
        await trace.waits(60);
        expect(trace.shows(A)).toBe(0);
        const listing = await ctx.db
          .selectFrom('variant_listings')
          .select('id')
          .where('marketplace_id', '=', trace.shop(A).marketplaceId)
          .executeTakeFirstOrThrow();
        const left = await unmergeListing(ctx, { id: storeId }, { userId }, listing.id, {
          quantity: 4,
          shared_quantity: 5,
        });
        await ctx.runJobs();
        expect([await trace.quantity(merged), await trace.quantity(left)]).toEqual([5, 4]);
        expect([trace.shows(A), trace.shows(B)]).toEqual([0, 5]);
        trace.cancels(A, number);
        await trace.polls(A);
        await trace.waits(60);
        expect([await trace.quantity(merged), await trace.quantity(left)]).toEqual([6, 4]);
        expect([trace.shows(A), trace.shows(B)]).toEqual([0, 6]);
        const { rows } = await sql<{ wrong: number }>`
          select count(*)::integer as wrong from variants v
          where v.quantity <> (select coalesce(sum(adjustment), 0) from stock_movements m where m.variant_id = v.id)`.execute(
          ctx.db,
        );
        expect(rows[0]?.wrong).toBe(0);
      },
      { isMerged: false, facts: { [A]: plain } },
    ),
  );

  it(
    'a leaving listing is offered what it had before the merge less its own sales since',
    tell(async (trace) => {
      trace.sells(A, 3);
      await trace.polls(A);
      const listing = await trace.ctx.db
        .selectFrom('variant_listings')
        .select('id')
        .where('marketplace_id', '=', trace.shop(A).marketplaceId)
        .executeTakeFirstOrThrow();
      const userId = await trace.member();
      const left = await unmergeListing(trace.ctx, { id: trace.storeId }, { userId }, listing.id);
      expect([await trace.quantity(left), await trace.quantity()]).toEqual([7, 0]);
      const again = unmergeListing(trace.ctx, { id: trace.storeId }, { userId }, listing.id);
      await expect(again).rejects.toThrow('nothing to unmerge');
    }),
  );
});

async function variantOf(trace: Trace, channel: 'shopee' | 'shopify'): Promise<number> {
  const row = await trace.ctx.db
    .selectFrom('variant_listings')
    .select('variant_id')
    .where('marketplace_id', '=', trace.shop(channel).marketplaceId)
    .executeTakeFirstOrThrow();
  return row.variant_id;
}
