import { expect, test } from 'vitest';
import { hmacOf } from './signature.ts';
import { Harness } from './harness.fixture.ts';

const register = '/v1/fs/{fs}/register';

test('a notice is signed as in the document', () => {
  const body = '{"order_status":400,"fs_id":13004,"shop_id":479573,"order_id":12472302,"product_details":[{"id":14286600,"Name":"Kaos Polos","notes":"","currency":"Rp","weight":0.2,"total_weight":0.2,"price":50000,"total_price":50000,"quantity":1,"sku":"SKU01"}]}'; // oxfmt-ignore
  expect(hmacOf('demo-webhook-secret', body)).toBe(
    'fed62dc864bef0c949477a87bc43492c03eec3d0613e13a4f28d5bd99e4fc55f',
  );
});

test('each registered webhook is sent to its own address; an address that is left out is cleared', async () => {
  const harness = await new Harness(4).begin();
  harness.addProduct('KAYA');
  const urls = {
    order_notification_url: 'http://app.test/new',
    order_status_url: 'http://app.test/status',
    order_request_cancellation_url: 'http://app.test/asked',
    product_changes_url: 'http://app.test/product',
  };
  expect((await harness.client.post(register, { ...urls, webhook_secret: 'mine' })).status).toBe(200);
  expect((await harness.client.get('/v1/fs/{fs}')).data).toMatchObject({
    fs_id: 13004,
    ...urls,
    order_cancellation_url: '',
    webhook_secret: 'mine',
  });
  const { invoice, id } = harness.buy([{ sku: 'KAYA', quantity: 1 }]);
  await harness.sandbox.runDue();
  for (const { headers, body } of harness.notices)
    expect(headers['Authorization-Hmac']).toBe(hmacOf('mine', body));
  const notices = await harness.takeNotices();
  expect(notices.map(({ topic }) => topic).sort()).toEqual(['new', 'product', 'status']);
  const bodies = Object.fromEntries(notices.map(({ topic, body }) => [topic, body]));
  expect(bodies).toMatchObject({
    new: { order_id: Number(id), invoice_num: invoice, customer: { Name: expect.any(String) }, products: [{ Name: 'KAYA', quantity: 1 }], order_status: 220 },
    status: { order_status: 220, fs_id: 13004, shop_id: Number(harness.shop), order_id: Number(id), product_details: [{ sku: 'KAYA' }] },
    product: { product_changes_data: [{ action: 'stock_decrement', value: 9, previous_value: 10 }] },
  }); // oxfmt-ignore
  harness.happen(invoice, 'request_cancellation');
  expect(await harness.takeNotices()).toEqual([{ topic: 'asked', body: { order_id: Number(id) } }]);
  await harness.client.post(register, { order_status_url: urls.order_status_url });
  await harness.act(id, 'ack');
  expect(await harness.takeNotices()).toMatchObject([{ topic: 'status', body: { order_status: 400 } }]);
  await harness.client.post(register, {});
  await harness.act(id, 'status', { order_status: 500, shipping_ref_num: 'JNE1' });
  expect(await harness.takeNotices()).toEqual([]);
});

test('the console’s word sends everything to one address, for shops that are linked', async () => {
  const harness = await new Harness(4).begin();
  const kaya = harness.addProduct('KAYA');
  harness.sandbox.control.setWebhook('tokopedia', 'http://app.test/all');
  await harness.client.post('/inventory/v1/fs/{fs}/stock/update', [{ product_id: kaya, new_stock: 4 }], {
    shop_id: harness.shop,
  });
  expect(await harness.takeNotices()).toMatchObject([
    {
      topic: 'all',
      body: {
        product_changes_data: [{ action: 'stock_overwrite', product_id: kaya, value: 4, previous_value: 10 }],
      },
    },
  ]);
  const edit = { product_id: [kaya] };
  await harness.client.post('/v1/products/fs/{fs}/inactive', edit, { shop_id: harness.shop });
  expect(await harness.takeNotices()).toMatchObject([
    { body: { product_changes_data: [{ action: 'status_changes', value: 3, previous_value: 1 }] } },
  ]);
  await harness.client.post('/v1/products/fs/{fs}/inactive', edit, { shop_id: harness.shop });
  expect(await harness.takeNotices()).toEqual([]);
  await harness.client.post('/v1/products/fs/{fs}/active', edit, { shop_id: harness.shop });
  harness.sandbox.control.revoke('tokopedia', harness.shop);
  await harness.takeNotices();
  harness.buy([{ sku: 'KAYA', quantity: 1 }]);
  expect(await harness.takeNotices()).toEqual([]);
});

test('a notice can be asked for again, and read', async () => {
  const harness = await new Harness(4).begin();
  harness.addProduct('KAYA');
  const { id } = harness.buy([{ sku: 'KAYA', quantity: 1 }]);
  const peek = await harness.client.get(`/v1/order/${id}/fs/{fs}/webhook`, { type: 'order_status' });
  expect(peek.data).toMatchObject({ order_id: Number(id), order_status: 220 });
  await harness.client.post('/v1/fs/{fs}/trigger', {
    Type: 'order_status',
    order_id: Number(id),
    url: 'http://app.test/again',
    is_encrypted: false,
  });
  expect(await harness.takeNotices()).toEqual([{ topic: 'again', body: peek.data }]);
});
