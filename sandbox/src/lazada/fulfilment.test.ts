import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Harness } from './harness.fixture.ts';

const harness = new Harness(17);
beforeAll(async () => harness.open());
afterAll(async () => harness.sandbox.close());
beforeEach(async () => harness.begin());

const packed = z.object({
  data: z.object({
    pack_order_list: z.array(
      z.object({
        order_item_list: z.array(z.object({ order_item_id: z.int(), item_err_code: z.string(), package_id: z.string(), tracking_number: z.string() })),
      }),
    ),
  }),
}); // oxfmt-ignore
const packages = z.object({ data: z.object({ packages: z.array(z.object({ package_id: z.string(), item_err_code: z.string() })) }) }); // oxfmt-ignore
const documents = z.object({ data: z.object({ file: z.string(), pdf_url: z.string() }) });

const unitsOf = async (order: string) => {
  const { data } = await harness.client.get('/order/items/get', { order_id: order });
  return z
    .array(z.object({ order_item_id: z.int(), status: z.string(), package_id: z.string() }))
    .parse(data);
};
const statuses = async (order: string) => (await unitsOf(order)).map(({ status }) => status);

async function pack(order: string, items: readonly (number | string)[], more: object = {}) {
  const { result } = await harness.client.post('/order/fulfill/pack', {
    packReq: JSON.stringify({ pack_order_list: [{ order_id: Number(order), order_item_list: items }], delivery_type: 'dropship', shipping_allocate_type: 'TFS', ...more }),
  });
  return packed.parse(result).data.pack_order_list[0]?.order_item_list ?? [];
} // oxfmt-ignore

const requests = {
  rts: 'readyToShipReq',
  repack: 'rePackReq',
  'sof/delivered': 'dbsDeliveryReq',
  'sof/failed_delivery': 'dbsFailedDeliveryReq',
} as const;

async function onPackages(call: keyof typeof requests, ...ids: string[]) {
  const name = requests[call];
  const body = { [name]: JSON.stringify({ packages: ids.map((package_id) => ({ package_id })) }) };
  const { result } = await harness.client.post(`/order/package/${call}`, body);
  return packages.parse(result).data.packages.map(({ item_err_code }) => item_err_code);
}

const events = (order: string): string[] =>
  harness.sandbox.control.order('lazada', harness.shop, order).events.map(({ event }) => event);

describe('after it was given to the carrier', () => {
  test('a parcel that the seller delivers fails to be delivered, and is delivered once', async () => {
    harness.addListing('KAYA');
    const order = harness.buy('KAYA', 2, true, true);
    const items = (await unitsOf(order)).map(({ order_item_id }) => order_item_id);
    const ids: string[] = [];
    for (const item of items) ids.push((await pack(order, [item]))[0]?.package_id ?? '');
    const [first = '', second = ''] = ids;
    expect(await onPackages('sof/delivered', first)).toEqual(['700000']);
    expect(await onPackages('rts', first, second)).toEqual(['0', '0']);
    expect(await onPackages('sof/failed_delivery', first)).toEqual(['0']);
    expect(await statuses(order)).toEqual(['failed_delivery', 'ready_to_ship']);
    expect(await onPackages('sof/delivered', first, 'FP404')).toEqual(['0', '600001']);
    expect(await statuses(order)).toEqual(['delivered', 'ready_to_ship']);
    expect(events(order)).not.toContain('deliver');
    expect(await onPackages('sof/delivered', first, second)).toEqual(['700000', '0']);
    expect(await statuses(order)).toEqual(['delivered', 'delivered']);
    expect(events(order).filter((event) => event === 'deliver')).toHaveLength(1);
  });

  test('what the seller delivers has no label, and what a carrier delivers is not reported', async () => {
    harness.addListing('KAYA');
    const labelOf = async (order: string, id: string) => {
      const getDocumentReq = JSON.stringify({ doc_type: 'PDF', packages: [{ package_id: id }] });
      const items = (await unitsOf(order)).map(({ order_item_id }) => order_item_id);
      const old = { doc_type: 'shippingLabel', order_item_ids: JSON.stringify(items) };
      const label = await harness.client.post('/order/package/document/get', { getDocumentReq });
      return [
        z.object({ error_code: z.string() }).parse(label.result).error_code,
        (await harness.client.get('/order/document/get', old)).code,
      ];
    };
    for (const isSellers of [true, false]) {
      const order = harness.buy('KAYA', 1, true, isSellers);
      const [unit] = await unitsOf(order);
      const [row] = await pack(order, [unit?.order_item_id ?? 0]);
      const id = row?.package_id ?? '';
      await onPackages('rts', id);
      const { data } = await harness.client.get('/order/items/get', { order_id: order });
      expect(data).toMatchObject([
        {
          delivery_option_sof: isSellers ? 1 : 0,
          shipping_provider_type: isSellers ? 'seller_own_fleet' : 'standard',
        },
      ]);
      expect(await labelOf(order, id)).toEqual(isSellers ? ['50008', '50008'] : ['0', '0']);
      expect(await onPackages('sof/failed_delivery', id)).toEqual([isSellers ? '0' : '700009']);
      expect(await onPackages('sof/delivered', id)).toEqual([isSellers ? '0' : '700009']);
    }
  });

  test('a packed item takes the number of its invoice', async () => {
    harness.addListing('KAYA');
    const order = harness.buy('KAYA', 1);
    const [unit] = await unitsOf(order);
    const order_item_id = String(unit?.order_item_id);
    const set = (id: string) =>
      harness.client.post('/order/invoice_number/set', { order_item_id: id, invoice_number: 'INV-7' });
    expect((await set('1')).code).toBe('20');
    const without = await harness.client.post('/order/invoice_number/set', { order_item_id });
    expect(without.code).toBe('MissingParameter');
    expect((await set(order_item_id)).code).toBe('34');
    await pack(order, [order_item_id]);
    expect(await set(order_item_id)).toMatchObject({
      code: '0',
      data: { order_item_id: Number(order_item_id), invoice_number: 'INV-7' },
    });
    const { data } = await harness.client.get('/order/items/get', { order_id: order });
    expect(data).toMatchObject([{ invoice_number: 'INV-7' }]);
  });
});

describe('pack and ready to ship', () => {
  test('an order is packed, given to the carrier once, and its units leave the stock', async () => {
    const { item } = harness.addListing('KAYA');
    const order = harness.buy('KAYA', 2);
    const items = (await unitsOf(order)).map(({ order_item_id }) => order_item_id);
    const providers = await harness.client.get('/order/shipment/providers/get', {
      getShipmentProvidersReq: JSON.stringify({
        orders: [{ order_id: Number(order), order_item_ids: items }],
      }),
    });
    expect(providers.result).toMatchObject({ success: true, data: { platform_default: 1, shipping_allocate_type: 'TFS', shipment_providers: [{ provider_code: 'FM50' }, {}] } }); // oxfmt-ignore
    const rows = await pack(order, items);
    const parcel = rows[0]?.package_id ?? '';
    expect(rows.map(({ item_err_code, package_id }) => [item_err_code, package_id])).toEqual([['0', parcel], ['0', parcel]]); // oxfmt-ignore
    expect(await statuses(order)).toEqual(['packed', 'packed']);
    expect((await pack(order, items)).map(({ item_err_code }) => item_err_code)).toEqual([
      '700026',
      '700026',
    ]);
    expect(await harness.numbers(item)).toEqual([8, 10, 0, 2]);
    expect(await onPackages('rts', parcel, 'FP1')).toEqual(['0', '600001']);
    expect(await statuses(order)).toEqual(['ready_to_ship', 'ready_to_ship']);
    expect(await harness.numbers(item)).toEqual([8, 8, 0, 0]);
    expect(await onPackages('rts', parcel)).toEqual(['700000']);
    expect(events(order)).toEqual(['place', 'pack', 'ship']);
    harness.sandbox.clock.advance(3_601_000);
    harness.client.now = () => harness.sandbox.clock.now();
    await harness.sandbox.runDue();
    expect(await statuses(order)).toEqual(['shipped', 'shipped']);
  });

  test('units of one order go in parcels of their own; the order is shipped with the last', async () => {
    harness.addListing('KAYA');
    const order = harness.buy('KAYA', 3);
    const [first, second, third] = (await unitsOf(order)).map(({ order_item_id }) => order_item_id);
    const one = (await pack(order, [first ?? 0]))[0]?.package_id ?? '';
    expect(await statuses(order)).toEqual(['packed', 'pending', 'pending']);
    expect(await onPackages('rts', one)).toEqual(['0']);
    expect(await statuses(order)).toEqual(['ready_to_ship', 'pending', 'pending']);
    expect(events(order)).toEqual(['place']);
    const two = (await pack(order, [second ?? 0, third ?? 0]))[0]?.package_id ?? '';
    expect(two).not.toBe(one);
    expect(await onPackages('repack', two)).toEqual(['0']);
    expect(await onPackages('repack', two)).toEqual(['600002']);
    expect(await statuses(order)).toEqual(['ready_to_ship', 'pending', 'pending']);
    const again = (await pack(order, [second ?? 0, third ?? 0]))[0]?.package_id ?? '';
    expect(await onPackages('rts', again)).toEqual(['0']);
    expect(events(order)).toEqual(['place', 'pack', 'unpack', 'pack', 'ship']);
  });

  test('rows that cannot be packed say why', async () => {
    harness.addListing('KAYA');
    const order = harness.buy('KAYA', 1);
    const [unit] = await unitsOf(order);
    const codes = async (id: string, items: (number | string)[], more: object = {}) => (await pack(id, items, more)).map(({ item_err_code }) => item_err_code);
    expect(await codes('1', [1])).toEqual(['700021']);
    expect(await codes(order, [1])).toEqual(['700025']);
    expect(await codes(order, [unit?.order_item_id ?? 0], { shipping_allocate_type: 'NTFS', shipment_provider_code: 'FM50' })).toEqual(['700016']);
    expect(await codes(order, [unit?.order_item_id ?? 0], { shipment_provider_code: 'NOPE' })).toEqual(['1003']);
    const unpaid = harness.buy('KAYA', 1, false);
    expect(await codes(unpaid, [(await unitsOf(unpaid))[0]?.order_item_id ?? 0])).toEqual(['700026']);
    const collected = harness.sandbox.control.placeOrder('lazada', harness.shop, { lines: [{ sku: 'KAYA', quantity: 1 }], self_collect: true }).number;
    expect(await codes(collected, [(await unitsOf(collected))[0]?.order_item_id ?? 0])).toEqual(['700028']);
    const bad = await harness.client.post('/order/fulfill/pack', { packReq: '{"pack_order_list":[]}' });
    expect(bad.code).toBe('InvalidParameter');
  }); // oxfmt-ignore

  test('cancelling one item of a parcel takes the whole parcel along, and leaves the others', async () => {
    harness.addListing('KAYA');
    const order = harness.buy('KAYA', 3);
    const [first, second] = (await unitsOf(order)).map(({ order_item_id }) => order_item_id);
    await pack(order, [first ?? 0, second ?? 0]);
    const done = await harness.client.get('/order/reverse/cancel/create', {
      order_id: order,
      order_item_id_list: JSON.stringify([String(first)]),
      reason_id: '10000019',
    });
    expect(done.code).toBe('0');
    expect(await statuses(order)).toEqual(['canceled', 'canceled', 'pending']);
  });
});

test('the label comes as HTML and as a PDF whose link ends after ten minutes', async () => {
  harness.addListing('KAYA');
  const order = harness.buy('KAYA', 1);
  const [unit] = await unitsOf(order);
  const [row] = await pack(order, [unit?.order_item_id ?? 0]);
  const ask = async (doc_type: string, package_id: string) =>
    (await harness.client.get('/order/package/document/get', { getDocumentReq: JSON.stringify({ doc_type, packages: [{ package_id }], print_item_list: false }) })).result; // oxfmt-ignore
  expect(await ask('PDF', 'FP1')).toMatchObject({ success: false, error_code: '600001' });
  const html = documents.parse(await ask('HTML', row?.package_id ?? '')).data;
  expect(Buffer.from(html.file, 'base64').toString('utf8')).toContain(row?.tracking_number ?? '-');
  const pdf = documents.parse(await ask('PDF', row?.package_id ?? '')).data;
  expect(Buffer.from(pdf.file, 'base64').toString('utf8')).toContain(`<iframe src="${pdf.pdf_url}"`);
  const fetched = await fetch(pdf.pdf_url);
  expect([fetched.headers.get('content-type'), (await fetched.text()).slice(0, 5)]).toEqual(['application/pdf', '%PDF-']); // oxfmt-ignore
  harness.sandbox.clock.advance(600_001);
  expect((await fetch(pdf.pdf_url)).status).toBe(403);
});

test('an order that nobody pays is released after half an hour; a request to cancel stays open for two days', async () => {
  const { item } = harness.addListing('KAYA');
  const unpaid = harness.buy('KAYA', 4, false);
  const paid = harness.buy('KAYA', 1);
  harness.happen(paid, 'request_cancellation');
  expect(await harness.numbers(item)).toEqual([5, 10, 4, 1]);
  harness.client.now = () => harness.sandbox.clock.now();
  harness.sandbox.clock.advance(1_801_000);
  expect(await harness.numbers(item)).toEqual([9, 10, 0, 1]);
  expect(await statuses(unpaid)).toEqual(Array.from({ length: 4 }, () => 'canceled'));
  harness.sandbox.clock.advance(48 * 3_600_000);
  expect(await statuses(paid)).toEqual(['canceled']);
});
