import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { readShipmentForm } from '../../modules/fulfilment/read-shipment-form.ts';
import { shipping } from '../../modules/fulfilment/ship-order.ts';
import { readShipment } from '../../modules/fulfilment/shipment-answers.rules.ts';
import { requestOnOrder } from '../../modules/orders/acts/act-on-order.ts';
import { orderToActOn } from '../../modules/orders/order/order-to-act-on.ts';
import { tell, type Trace } from './trace.ts';

const B = 'shopify';
const CODES = Array.from({ length: 30 }, (_none, place) => `CUP-${String(place + 10)}`);

/** What orders changed of each SKU, one after the other. */
async function movedByOrders({ ctx }: Trace): Promise<Map<string, number[]>> {
  const { rows } = await sql<{ sku: string; moves: number[] }>`
    select v.sku, array_agg(m.adjustment order by m.id) as moves from stock_movements m join variants v on v.id = m.variant_id
    where m.source_type = 'Order' group by v.sku`.execute(ctx.db);
  return new Map(rows.map(({ sku, moves }) => [sku, moves]));
}

const all = (moves: readonly number[]) => new Map(CODES.map((sku) => [sku, moves]));
const quantitiesOf = async ({ ctx }: Trace) => {
  const { rows } = await sql<{ quantity: number }>`
    select distinct quantity from variants where sku like 'CUP-%'`.execute(ctx.db);
  return rows.map(({ quantity }) => quantity);
};

function buysAll({ clock, sandbox, ...trace }: Trace): string {
  clock.advance(2_000);
  const lines = CODES.map((sku) => ({ sku, quantity: 1 }));
  const { number } = sandbox.control.placeOrder(B, trace.shop(B).shop, { lines });
  clock.advance(2_000);
  return number;
}

/** A member sends one item of an order. */
async function ships(trace: Trace, reference: string, sku: string): Promise<void> {
  const { ctx, storeId } = trace;
  const order = await orderToActOn(ctx, storeId, reference);
  const form = await readShipmentForm(ctx, order, 'fulfilment');
  const { rows } = await sql<{ id: number }>`
    select id from order_items where order_id = ${order.id} and sku = ${sku}`.execute(ctx.db);
  const [method] = form.methods;
  const answers: Record<string, string> = {};
  for (const { key, required, choices } of method?.fields ?? [])
    if (required) answers[key] = choices[0]?.value ?? '';
  const given = { ...answers, method: method?.key, order_item_ids: rows.map(({ id }) => id) };
  const { asked, faults } = readShipment(given, form, { lines: order.lines, choosesLines: true });
  expect(faults).toBeNull();
  const by = { storeId, userId: await trace.member(), performedBy: 'job' } as const;
  await requestOnOrder(ctx, by, order, shipping, asked);
  await ctx.runJobs();
  trace.clock.advance(5_000);
}

describe('parcels and refunds', () => {
  it(
    '29 thirty parcels: an order sent one by one from here takes its units once, one refunded one by one gives them back',
    tell(
      async (trace) => {
        const { shop } = trace.shop(B);
        const sent = buysAll(trace);
        await trace.polls(B);
        for (const sku of CODES) await ships(trace, sent, sku);
        await trace.polls(B);
        expect(await movedByOrders(trace)).toEqual(all([-1]));
        const stored = trace.sandbox.control.order(B, shop, sent);
        expect(stored.stage).toBe('shipped');

        const refunded = buysAll(trace);
        await trace.polls(B);
        for (const sku of CODES) {
          const asked = { restock: true, lines: [{ sku, quantity: 1 }] };
          trace.sandbox.control.orderEvent(B, shop, refunded, 'cancel', asked);
          trace.clock.advance(5_000);
        }
        await trace.polls(B);
        await trace.pull(trace.shop(B), 'orders', 'reconcile');
        expect(await movedByOrders(trace)).toEqual(all([-1, -1, 1]));
        await trace.reads(B);
        await trace.waits(300);
        expect(await quantitiesOf(trace)).toEqual([9]);
        expect(await movedByOrders(trace)).toEqual(all([-1, -1, 1]));
        const shown = trace.sandbox.control.listings(B, shop).filter(({ sku }) => sku !== 'TEE');
        expect(new Set(shown.map(({ quantity }) => quantity))).toEqual(new Set([9]));
      },
      { channels: [B], skus: { TEE: 10, ...Object.fromEntries(CODES.map((sku) => [sku, 10])) } },
    ),
  );

  it(
    '30 a parcel that is pending, fails and goes after all takes its units once, and nothing comes back',
    tell(async (trace) => {
      const { shop } = trace.shop(B);
      const { control } = trace.sandbox;
      const number = trace.sells(B, 2);
      await trace.polls(B);
      control.orderEvent(B, shop, number, 'ship');
      for (const parcels of ['pending', 'failed', 'sent'] as const) {
        trace.clock.advance(60_000);
        control.editOrder(B, shop, number, { parcels });
        await trace.polls(B);
        await trace.waits(60);
        const adjustments = (await trace.entries()).map(({ adjustment }) => adjustment);
        expect([adjustments, await trace.quantity(), trace.shows(B)], parcels).toEqual([[-2], 8, 8]);
      }
    }),
  );
});
