import { showOrder } from '@evenstock/contract/orders/orders';
import { showSummary } from '@evenstock/contract/insights/insights';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../../testing/http.ts';
import { createMarket, type Market } from '../../../testing/market.ts';
import { addMember, addPopulatedStore, addUser, openSession } from '../../../testing/world.ts';
import { countChangedSales, countSales } from '../../catalog/sales/count-sales.ts';

let market: Market;
let server: TestServer;
let token: string;
let path: string;
let number: string;

beforeAll(async () => {
  market = await createMarket({ skus: { TEE: 50 } });
  server = await createTestServer(market.ctx);
  const userId = await addUser(market.ctx);
  await addMember(market.ctx, market.storeId, userId, 'member');
  token = await openSession(market.ctx, userId);
  path = `/api/stores/${String(market.storeId)}`;
  const { channel, shop } = market.shop('shopee');
  ({ number } = market.sandbox.control.placeOrder(channel, shop, {
    lines: [{ sku: 'TEE', quantity: 2 }],
    remarks: 'Ring twice',
  }));
  await settle();
});
afterAll(async () => {
  await server.close();
  await market.close();
});

async function settle(): Promise<void> {
  do await market.sandbox.runDue();
  while ((await market.ctx.runJobs()).length > 0);
}

const page = (reference: string) =>
  server.call('GET', `${path}/orders/${encodeURIComponent(reference)}.json`, { token });
const sync = (reference: string) =>
  server.call('POST', `${path}/orders/${encodeURIComponent(reference)}/sync.json`, { token });

describe('the order page', () => {
  it('shows the buyer, the lines, the amounts and what may be done', async () => {
    const { order } = showOrder.reply.parse((await page(number)).body);
    expect(order).toMatchObject({
      reference_number: number,
      type: 'ShopeeOrder',
      state: 'staff_to_process',
      evenstock_state: 'Staff To Process',
      marketplace_state: 'READY_TO_SHIP',
      currency: 'SGD',
      remarks: 'Ring twice',
      actions: ['ship', 'cancel', 'sync', 'add_notes'],
      pending_action: null,
    });
    expect(order.name).not.toBeNull();
    expect(order.full_address).not.toBeNull();
    expect(order.postal_code).not.toBeNull();
    expect(order.phone).not.toBeNull();
    expect(order.formatted_total_amount).toBe(`$${(order.total_amount ?? Number.NaN).toFixed(2)}`);
    expect(order.order_items).toMatchObject([
      { sku: 'TEE', quantity: 2, status: 'unfulfilled', variant: { product_name: 'The TEE' } },
    ]);
    expect(order.order_items[0]?.formatted_total_price).toBe(
      `$${(order.order_items[0]?.total_price ?? 0).toFixed(2)}`,
    );
  });

  it('shows a bundle with its items and both prices, and nothing of one where there is none', async () => {
    expect(showOrder.reply.parse((await page(number)).body).order.activities).toEqual([]);
    const bundle = {
      type: 'BUNDLE',
      name: 'Two for less',
      items: [{ variationId: '2001', originalPrice: 1250 }],
      originalPrice: 2500,
      discountedPrice: 1999,
    };
    await market.ctx.db
      .updateTable('orders')
      .set({ promotions: JSON.stringify([bundle]) })
      .where('number', '=', number)
      .execute();
    expect(showOrder.reply.parse((await page(number)).body).order.activities).toEqual([
      {
        activity_type: 'BUNDLE',
        name: 'Two for less',
        items: [{ variation_id: '2001', original_price: 12.5 }],
        original_price: 25,
        discounted_price: 19.99,
      },
    ]);
  });

  it('shows no price where the marketplace tells none, and the total all the same', async () => {
    const prices = { unit_price: null, original_price: null, total_price: null };
    const { rows } = await market.ctx.database.pool.query<{ id: number }>(
      'update order_items set unit_price = null, original_price = null, total_price = null returning id',
    );
    expect(rows.length).toBeGreaterThan(0);
    const { order } = showOrder.reply.parse((await page(number)).body);
    expect(order.order_items[0]).toMatchObject({ ...prices, formatted_unit_price: null });
    expect(order.total_amount).not.toBeNull();
  });

  it("keeps the buyer encrypted, and out of every table's text", async () => {
    const { order } = showOrder.reply.parse((await page(number)).body);
    const { rows } = await market.ctx.database.pool.query<{ found: boolean }>(
      'select bool_or(position($1 in o::text) > 0) as found from orders o',
      [order.name],
    );
    expect(rows[0]?.found).toBe(false);
  });

  it('finds Shopify numbers with their sign, and numbers where only one order has them', async () => {
    const { channel, shop } = market.shop('shopify');
    const placed = market.sandbox.control.placeOrder(channel, shop, { lines: [{ sku: 'TEE', quantity: 1 }] });
    await settle();
    const { order } = showOrder.reply.parse((await page(placed.number)).body);
    expect(order.number).toBe(placed.number);
    expect(order.reference_number).toMatch(/^#1\d{3}/);
  });

  it('is not there for another store, nor for a number that nobody has', async () => {
    const other = await addPopulatedStore(market.ctx);
    expect((await page(other.referenceNumber)).status).toBe(404);
    expect((await page('nobody')).status).toBe(404);
    expect((await sync(other.referenceNumber)).status).toBe(404);
  });
});

describe('synchronizing an order', () => {
  it('reads it from its marketplace now', async () => {
    market.setNotices(false);
    const { channel, shop } = market.shop('shopee');
    market.clock.advance(5000);
    market.sandbox.control.orderEvent(channel, shop, number, 'cancel', {});
    await settle();
    market.setNotices(true);
    const { order } = showOrder.reply.parse((await sync(number)).body);
    expect(order).toMatchObject({
      state: 'failed_orders',
      reason: 'Cancelled',
      reason_messages: [{ code: 'orders.cancelled' }],
    });
    const activity = await market.ctx.db
      .selectFrom('activities')
      .select(['key', 'extras'])
      .where('key', '=', 'order.sync')
      .executeTakeFirst();
    expect(activity?.extras).toEqual({ succeeded: true });
  });

  it('shows why it could not', async () => {
    market.sandbox.control.setFaults([{ channel: 'shopee', kind: 'html', rate: 1 }]);
    const failed = await sync(number);
    market.sandbox.control.setFaults([]);
    expect(failed.status).toBe(422);
    expect(failed.body).toMatchObject({ errors: { order: [expect.stringMatching(/\w/)] } });
  });
});

describe('Import Orders', () => {
  it('begins a pull at every connected marketplace, and a second press joins it', async () => {
    for (const press of ['POST', 'GET'] as const) {
      const answer = await server.call(press, `${path}/orders/pull_orders.json`, { token });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({});
    }
    const running = await market.ctx.db
      .selectFrom('marketplace_pulls')
      .select('marketplace_id')
      .where('scope', '=', 'manual')
      .where('state', '=', 'running')
      .execute();
    expect(running).toHaveLength(3);
    await market.ctx.runJobs();
  });
});

describe('the summary', () => {
  it("counts today in the store's zone, and leaves failed orders out of the sales", async () => {
    const summary = showSummary.reply.parse(
      (await server.call('GET', `${path}/summary.json`, { token })).body,
    );
    expect(summary).toMatchObject({ new_orders: 2, new_buyers: 2, orders_to_ship: 1, currency: 'SGD' });
    const total = await market.ctx.db
      .selectFrom('orders')
      .select('total_amount')
      .where('store_id', '=', market.storeId)
      .where('state', '<>', 'failed_orders')
      .executeTakeFirstOrThrow();
    expect(summary.sales_today).toBe(total.total_amount / 100);
    expect(summary.sales_today_by_currency).toHaveLength(1);
    market.clock.advance(86_400_000);
    const tomorrow = showSummary.reply.parse(
      (await server.call('GET', `${path}/summary.json`, { token: await renew() })).body,
    );
    expect(tomorrow).toMatchObject({ new_orders: 0, new_buyers: 0, sales_today: 0, orders_to_ship: 1 });
  });
});

async function renew(): Promise<string> {
  const userId = await addUser(market.ctx);
  await addMember(market.ctx, market.storeId, userId, 'member');
  return openSession(market.ctx, userId);
}

describe('the units sold in 30 days', () => {
  it('counts units that stayed sold, and drops them after 30 days', async () => {
    const sold = async () =>
      (
        await market.ctx.db
          .selectFrom('variants')
          .select(['past_30_days_sales_count as count'])
          .where('store_id', '=', market.storeId)
          .orderBy('count', 'desc')
          .execute()
      ).map(({ count }) => count);
    // The count that is kept with each order equals the regular count.
    expect(await sold()).toEqual([1, 0, 0]);
    await countSales(market.ctx);
    expect(await sold()).toEqual([1, 0, 0]);
    const lazada = market.shop('lazada');
    market.sandbox.control.placeOrder('lazada', lazada.shop, { lines: [{ sku: 'TEE', quantity: 2 }] });
    await market.sandbox.runDue();
    await market.pull(lazada, 'orders');
    expect(await sold()).toEqual([2, 1, 0]);
    await market.merge('TEE');
    expect(await sold()).toEqual([3, 0, 0]);
    const { at } = await market.ctx.db
      .selectFrom('orders')
      .select(({ fn }) => fn.max('source_created_at').as('at'))
      .executeTakeFirstOrThrow();
    const aMonthLater = at.getTime() + 30 * 86_400_000;
    market.clock.advance(aMonthLater - 60_000 - market.clock.now().getTime());
    await countChangedSales(market.ctx);
    const [still = 0] = await sold();
    expect(still).toBeGreaterThanOrEqual(2);
    market.clock.advance(10 * 60_000);
    await countChangedSales(market.ctx);
    expect((await sold())[0]).toBeLessThanOrEqual(still - 2);
    market.clock.advance(86_400_000);
    await countSales(market.ctx);
    expect(await sold()).toEqual([0, 0, 0]);
  });
});
