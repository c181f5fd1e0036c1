import { listOrders, showOrder } from '@evenstock/contract/orders/orders';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../../testing/http.ts';
import { createMarket, type Market } from '../../../testing/market.ts';
import { addMember, addUser, openSession } from '../../../testing/world.ts';

let market: Market;
let server: TestServer;
let get: (path: string) => Promise<unknown>;

beforeAll(async () => {
  market = await createMarket({ channels: ['amazon-sg'], skus: { TEE: 50 } });
  server = await createTestServer(market.ctx);
  const userId = await addUser(market.ctx);
  await addMember(market.ctx, market.storeId, userId, 'member');
  const token = await openSession(market.ctx, userId);
  get = async (path) =>
    (await server.call('GET', `/api/stores/${String(market.storeId)}/${path}`, { token })).body;
});
afterAll(async () => {
  await server.close();
  await market.close();
});

it('Amazon reports no price while a payment is checked: none is shown, on the list and on the page', async () => {
  const { channel, shop } = market.shop('amazon-sg');
  const { number } = market.sandbox.control.placeOrder(channel, shop, {
    lines: [{ sku: 'TEE', quantity: 2 }],
    paid: false,
  });
  // Amazon lists an order up to two minutes late.
  market.clock.advance(300_000);
  await market.pull(market.shop('amazon-sg'), 'orders');

  const unreported = { total_amount: null, formatted_total_amount: null };
  const { orders } = listOrders.reply.parse(await get('orders.json?scope=outstanding_issues'));
  expect(orders).toMatchObject([{ number, marketplace_state: 'unpaid', ...unreported }]);
  const { order } = showOrder.reply.parse(await get(`orders/${number}.json`));
  expect(order).toMatchObject({
    ...unreported,
    formatted_final_price: null,
    order_items: [{ sku: 'TEE', quantity: 2, formatted_unit_price: null, formatted_total_price: null }],
  });
});
