import { expect, test } from 'vitest';
import { records, Harness } from './harness.fixture.ts';

const detail = '/v2/fs/{fs}/order';

async function stocked(): Promise<Harness> {
  const harness = await new Harness(3).begin();
  harness.addProduct('KAYA', 10, 50_000);
  harness.addTee();
  return harness;
}

test('the list covers less than three days, by creation', async () => {
  const harness = await stocked();
  const { invoice, id } = harness.buy([{ sku: 'KAYA', quantity: 2 }], false);
  const { id: paid } = harness.buy([{ sku: 'TEE-G', quantity: 1 }]);
  expect(invoice).toMatch(/^INV\/20260110\/XX\/I\/\d+$/);
  const listed = records.parse((await harness.list()).data);
  expect(listed).toMatchObject([
    {
      fs_id: '13004', order_id: Number(id), invoice_ref_num: invoice, shop_id: Number(harness.shop), order_status: 100, create_time: harness.seconds,
      products: [{ name: 'KAYA', quantity: 2, price: 50_000, total_price: 100_000, currency: 'Rp', sku: 'KAYA' }], products_fulfilled: [],
      amt: { ttl_product_price: 100_000, shipping_cost: 10_000, insurance_cost: 0, ttl_amount: 110_000 }, recipient: { address: { country: 'Indonesia' } },
    },
    { order_id: Number(paid), order_status: 220, products: [{ name: 'Kaos Polos - Hijau', sku: 'TEE-G' }] },
  ]); // oxfmt-ignore
  expect((await harness.list({ status: 220 })).data).toMatchObject([{ order_id: Number(paid) }]);
  expect((await harness.list({ page: 2, per_page: 1 })).data).toMatchObject([{ order_id: Number(paid) }]);
  expect((await harness.list({ page: 3, per_page: 1 })).data).toBeNull();
  const { seconds } = harness;
  for (const [parameters, code] of [
    [{ from_date: seconds - 259_200, to_date: seconds }, 'ORD_DLV_013'], [{ from_date: seconds - 259_199, to_date: seconds }, ''], [{ page: '' }, 'ORD_DLV_001'],
    [{ warehouse_id: 5 }, 'ORD_DLV_001'], [{ shop_id: '5' }, 'ORD_USC_001'], [{ status: 99 }, 'ORD_DLV_001'], [{ fs_id: '1' }, 'ORD_DLV_001'], [{ from_date: 'x' }, 'ORD_DLV_001'],
  ] as const) expect((await harness.list(parameters)).code).toBe(code); // oxfmt-ignore
});

test('an order is read by its id or its invoice, never by both', async () => {
  const harness = await stocked();
  const { invoice, id } = harness.buy([{ sku: 'KAYA', quantity: 2 }]);
  const { data } = await harness.client.get(detail, { order_id: id });
  expect(data).toMatchObject({
    order_id: Number(id), invoice_number: invoice, order_status: 220, open_amt: 110_000, item_price: 100_000, cancel_request_info: null,
    order_info: { order_detail: [{ product_price: 50_000, quantity: 2, sku: 'KAYA' }], order_history: [{ hist_status_code: 220 }] },
    create_time: '2026-01-10T03:00:00Z', payment_date: '2026-01-10T03:00:00Z', shipping_date: null, shipment_fulfillment: { is_accepted: false },
  }); // oxfmt-ignore
  expect((await harness.client.get(detail, { invoice_num: invoice })).data).toEqual(data);
  expect((await harness.client.get(detail, { invoice_num: invoice, order_id: id })).status).toBe(400);
  expect((await harness.client.get(detail, { order_id: '1' })).code).toBe('ORD_API_008');
});

test('an order that is listed late is not shown before', async () => {
  const harness = await stocked();
  harness.sandbox.control.setFaults([{ kind: 'hidden_order', rate: 1, after: 60 }]);
  const { id } = harness.buy([{ sku: 'KAYA', quantity: 1 }]);
  expect((await harness.list()).data).toBeNull();
  expect((await harness.client.get(detail, { order_id: id })).code).toBe('ORD_API_008');
  harness.pass(61);
  expect((await harness.list()).data).toHaveLength(1);
});

test('an order is accepted, fetched by a courier after a while, and shipped once', async () => {
  const harness = await stocked();
  const { invoice, id } = harness.buy([{ sku: 'KAYA', quantity: 1 }]);
  const pickUp = async () =>
    harness.client.post('/inventory/v1/fs/{fs}/pick-up', {
      order_id: Number(id),
      shop_id: Number(harness.shop),
    });
  const status = async () => records.parse((await harness.list()).data)[0]?.['order_status'];
  const label = async () =>
    harness.client.send('GET', `/v1/order/${id}/fs/{fs}/shipping-label`, { printed: 0 });
  expect((await pickUp()).code).toBe('LGS_USC_006');
  expect((await harness.act(id, 'status', { order_status: 500, shipping_ref_num: 'X1' })).code).toBe(
    'LGS_USC_006',
  );
  expect((await label()).status).toBe(400);
  expect((await harness.act(id, 'ack')).data).toBe('success');
  expect((await harness.act(id, 'ack')).code).toBe('ORD_USC_007');
  expect(await status()).toBe(400);
  const page = await label();
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(await page.text()).toContain(invoice);
  expect((await pickUp()).data).toMatchObject({ order_id: Number(id), request_time: '2026-01-10 10:00:00' });
  expect((await pickUp()).code).toBe('LGS_USC_006');
  expect(await status()).toBe(450);
  expect((await harness.act(id, 'nack', { reason_code: 1, reason: 'Stok habis' })).code).toBe('ORD_USC_014');
  harness.pass(61);
  expect(await status()).toBe(500);
  expect(harness.events(invoice)).toEqual(['place', 'pack', 'ship']);
  harness.happen(invoice, 'deliver');
  expect(await status()).toBe(600);
  harness.happen(invoice, 'complete');
  expect(await status()).toBe(700);
});

test('the seller ships with an airwaybill of his own, and corrects it', async () => {
  const harness = await stocked();
  const { invoice, id } = harness.buy([{ sku: 'KAYA', quantity: 1 }]);
  await harness.act(id, 'ack');
  const ship = async (shipping_ref_num: string) =>
    harness.act(id, 'status', { order_status: 500, shipping_ref_num });
  expect((await ship('')).status).toBe(400);
  expect((await ship('JNE123456789')).data).toBe('Success');
  expect((await ship('JNE987654321')).data).toBe('Success');
  expect((await harness.list()).data).toMatchObject([
    { order_status: 500, custom_fields: { awb: 'JNE987654321' } },
  ]);
  expect(harness.events(invoice)).toEqual(['place', 'pack', 'ship']);
  harness.happen(invoice, 'deliver');
  expect((await ship('JNE1')).code).toBe('LGS_USC_006');
});

test('an order of several products may be accepted in part', async () => {
  const harness = await stocked();
  const { invoice, id } = harness.buy([{ sku: 'KAYA', quantity: 2 }, { sku: 'TEE-G', quantity: 1 }]); // oxfmt-ignore
  const [first, second] = harness.truth(invoice).lines;
  const products = [
    { product_id: Number(first?.listing_id), quantity_deliver: 1, quantity_reject: 1 },
    { product_id: Number(second?.variant_id), quantity_deliver: 1, quantity_reject: 0 },
  ];
  expect(
    (await harness.act(id, 'ack', { products: [{ ...products[0], quantity_deliver: 5 }], reason: 'x' })).code,
  ).toBe('ORD_USC_007');
  expect((await harness.act(id, 'ack', { products, reason: 'Stok kurang' })).data).toBe('success');
  expect((await harness.list()).data).toMatchObject([{ order_status: 400, products_fulfilled: products }]);
  expect(harness.left('KAYA')).toBe(9);
});

test('the seller rejects with a reason; out of stock empties the products that are named', async () => {
  const harness = await stocked();
  const kaya = harness.sandbox.control.listings('tokopedia', harness.shop)[0]?.listing_id;
  const { invoice, id } = harness.buy([{ sku: 'KAYA', quantity: 1 }]);
  for (const wrong of [{ reason_code: 6 }, { reason_code: 4, reason: 'Libur' }])
    expect((await harness.act(id, 'nack', wrong)).code).toBe('ORD_USC_014');
  const body = { reason_code: 1, reason: 'Stok habis', empty_products: [Number(kaya)] };
  expect((await harness.act(id, 'nack', body)).data).toBe('success');
  expect((await harness.list()).data).toMatchObject([{ order_status: 10 }]);
  expect(harness.truth(invoice).events.at(-1)).toMatchObject({
    event: 'cancel',
    by: 'seller',
    reason: 'Stok habis',
  });
  expect(harness.left('KAYA')).toBe(0);
  expect((await harness.act(id, 'nack', body)).code).toBe('ORD_USC_014');
});

test('a buyer’s request to cancel is accepted with code 8, or declined by shipping', async () => {
  const harness = await stocked();
  const asked = async (id: string) => (await harness.client.get(detail, { order_id: id })).data;
  const first = harness.buy([{ sku: 'KAYA', quantity: 1 }]);
  harness.happen(first.invoice, 'request_cancellation');
  expect(await asked(first.id)).toMatchObject({
    cancel_request_info: { create_time: '2026-01-10T03:00:00Z' },
  });
  expect((await harness.act(first.id, 'nack', { reason_code: 8, reason: 'Permintaan pembeli' })).data).toBe(
    'success',
  );
  expect(await asked(first.id)).toMatchObject({ order_status: 10, cancel_request_info: null });
  expect(harness.left('KAYA')).toBe(10);
  const second = harness.buy([{ sku: 'KAYA', quantity: 1 }]);
  harness.happen(second.invoice, 'request_cancellation');
  await harness.act(second.id, 'ack');
  await harness.act(second.id, 'status', { order_status: 500, shipping_ref_num: 'JNE1' });
  expect(harness.events(second.invoice)).toEqual([
    'place',
    'request_cancellation',
    'pack',
    'reject_cancellation',
    'ship',
  ]);
});

test('cancellations by others have numbers of their own', async () => {
  const harness = await stocked();
  const status = async (by: 'buyer' | 'system') => {
    const { invoice, id } = harness.buy([{ sku: 'KAYA', quantity: 1 }]);
    harness.sandbox.control.orderEvent('tokopedia', harness.shop, invoice, 'cancel', { by });
    return (await harness.client.get(detail, { order_id: id })).data;
  };
  expect(await status('buyer')).toMatchObject({ order_status: 15 });
  expect(await status('system')).toMatchObject({ order_status: 0 });
});

test('complaints can be read, and an order with one is 601', async () => {
  const harness = await stocked();
  const { invoice, id } = harness.buy([{ sku: 'KAYA', quantity: 1 }]);
  await harness.act(id, 'ack');
  await harness.act(id, 'status', { order_status: 500, shipping_ref_num: 'JNE1' });
  harness.happen(invoice, 'deliver');
  const tickets = async (names: [string, string]) =>
    harness.client.get('/resolution/v1/fs/{fs}/ticket', {
      shop_id: harness.shop,
      [names[0]]: '2026-01-01',
      [names[1]]: '2026-01-31',
    });
  expect((await tickets(['start_date', 'end_date'])).data).toMatchObject({ is_success: true, shops: [] });
  harness.happen(invoice, 'request_return');
  expect((await harness.list()).data).toMatchObject([{ order_status: 601 }]);
  expect((await tickets(['from_date', 'to_date'])).data).toMatchObject({
    shops: [{ shop_id: Number(harness.shop), ticket: [{ status: 'open', close_date: '', invoice_number: invoice, complaint_product: [{ Name: 'KAYA', qty: 1, price: 50_000 }] }] }],
  }); // oxfmt-ignore
  harness.happen(invoice, 'return');
  expect((await tickets(['start_date', 'end_date'])).data).toMatchObject({
    shops: [{ ticket: [{ status: 'closed', total_issued_funds: 50_000 }] }],
  });
});

test('couriers are listed, switched off and on; bookings have a code once a courier was asked', async () => {
  const harness = await stocked();
  const shop = { shop_id: harness.shop };
  const names = async (path: string) =>
    records.parse((await harness.client.get(path, shop)).data).map((row) => row['shipper_name']);
  const active = '/v1/logistic/fs/{fs}/active-info';
  expect(await names('/v2/logistic/fs/{fs}/info')).toEqual(['JNE', 'J&T', 'GO-SEND']);
  await harness.client.post('/v2/logistic/fs/{fs}/update', { '14': { '27': 0 } }, shop);
  expect(await names(active)).toEqual(['JNE', 'GO-SEND']);
  await harness.client.post('/v2/logistic/fs/{fs}/update', { '14': { '27': 1 } }, shop);
  expect(await names(active)).toHaveLength(3);
  expect((await harness.client.post('/v2/logistic/fs/{fs}/update', { '14': { '1': 0 } }, shop)).status).toBe(
    400,
  );
  const { id } = harness.buy([{ sku: 'KAYA', quantity: 1 }]);
  await harness.act(id, 'ack');
  const booking = async () =>
    (await harness.client.get('/v1/fs/{fs}/fulfillment_order', { ...shop, order_id: id })).data;
  expect(await booking()).toMatchObject({ order_data: [{ booking_data: { booking_code: '' } }] });
  await harness.client.post('/inventory/v1/fs/{fs}/pick-up', {
    order_id: Number(id),
    shop_id: Number(harness.shop),
  });
  expect(await booking()).toMatchObject({ order_data: [{ booking_data: { booking_code: `BOOK${id}` } }] });
});
