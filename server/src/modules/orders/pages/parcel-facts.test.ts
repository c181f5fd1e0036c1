import { listOrders, type OrderRow } from '@evenstock/contract/orders/orders';
import { confirmPrint } from '@evenstock/contract/printing/printing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../../testing/http.ts';
import { openOrderHarness, type OrderHarness } from '../../../testing/order-harness.ts';

/* What is known of an order's parcel: when it was shipped, whether its label was printed, whether it was packed. */

let harness: OrderHarness;
let server: TestServer;
beforeAll(async () => {
  harness = await openOrderHarness(['lazada', 'shopee']);
  server = await createTestServer(harness.market.ctx);
});
afterAll(async () => {
  await server.close();
  await harness.close();
});

const path = () => `/api/stores/${String(harness.market.storeId)}/orders`;

async function listed(query: string): Promise<readonly OrderRow[]> {
  const { body } = await harness.ask(`${path()}.json?${query}`);
  return listOrders.reply.parse(body).orders;
}
const numbers = async (query: string) => (await listed(query)).map(({ number }) => number);

it('follows the parcel from view to view until it has left', async () => {
  const number = await harness.buy('lazada');
  expect(await listed('scope=staff_to_process')).toMatchObject([{ shipped_at: null, print_label_at: null }]);
  expect((await harness.post(number, '/ship', { ship: {} })).status).toBe(200);
  await harness.settle();
  const [order] = await listed('scope=shipped&q[parcel_eq]=to_print');
  if (order === undefined) throw new Error('It is not to be printed.');
  expect(order).toMatchObject({ number, packed_at: null });
  expect(order.shipped_at).not.toBeNull();
  expect(order.tracking_number).not.toBeNull();

  const day = (order.shipped_at ?? '').slice(0, 10);
  const shippedOn = (from: string) => numbers(`scope=shipped&q[shipped_at_dategteq]=${from}`);
  expect(await shippedOn(day)).toEqual([number]);
  expect(await shippedOn('2999-01-01')).toEqual([]);

  const body = { printer: 'print_label', q: { id_in: [order.id] } };
  const printed = await server.call('POST', `${path()}/confirm_print.json`, { token: harness.token, body });
  expect(confirmPrint.reply.parse(printed.body).printeds).toHaveLength(1);
  expect(await numbers('scope=shipped&q[parcel_eq]=to_print')).toEqual([]);
  expect(await numbers('scope=shipped&q[parcel_eq]=to_pack')).toEqual([number]);
  await harness.market.ctx.db
    .updateTable('orders')
    .set({ packed_at: harness.market.ctx.clock.now() })
    .where('id', '=', order.id)
    .execute();
  expect(await numbers('scope=shipped&q[parcel_eq]=to_pack')).toEqual([]);
  expect(await numbers('scope=shipped&q[parcel_eq]=to_hand_over')).toEqual([number]);

  const since = order.shipped_at;
  await harness.happens('lazada', number, 'deliver');
  expect(await numbers('scope=shipped&q[parcel_eq]=to_hand_over')).toEqual([]);
  expect(await listed('scope=complete')).toMatchObject([{ number, shipped_at: since }]);
});

it('sorts what is to be answered by its deadline, and tells the unpaid ones from it', async () => {
  const returned = await harness.buyAndReturn('shopee');

  const asked = await harness.buy('lazada');
  await harness.happens('lazada', asked, 'request_cancellation');
  const { shop } = harness.market.shop('shopee');
  const lines = [{ sku: 'TEE', quantity: 1 }];
  const { number: unpaid } = harness.market.sandbox.control.placeOrder('shopee', shop, {
    lines,
    paid: false,
  });
  await harness.settle();
  const toAnswer = await listed('scope=outstanding_issues&q[request_eq]=any&q[s]=answer_by asc');
  expect(toAnswer.map(({ number }) => number)).toEqual([returned, asked]);
  expect(toAnswer.map(({ answer_by: at }) => at === null)).toEqual([false, true]);
  expect(await numbers('scope=outstanding_issues&q[awaiting_payment]=true')).toEqual([unpaid]);
});
