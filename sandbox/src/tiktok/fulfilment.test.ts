import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { dataOf, Harness } from './harness.fixture.ts';

const harness = new Harness();
beforeAll(async () => {
  await harness.begin();
  for (const sku of ['KAYA', 'TEH', 'MUG']) harness.add(sku, 500);
});
afterAll(async () => harness.sandbox.close());

const root = '/fulfillment/202309';
const slots = z.object({
  can_pickup: z.boolean(),
  can_drop_off: z.boolean(),
  pickup_slots: z.array(z.object({ start_time: z.int(), end_time: z.int(), avaliable: z.boolean() })),
});
const packages = z.object({
  total_count: z.int(),
  packages: z.array(z.looseObject({ id: z.string(), status: z.string() })),
});
const batch = z.object({ errors: z.array(z.object({ code: z.int(), message: z.string(), detail: z.object({ package_id: z.string() }) })).default([]) }); // oxfmt-ignore
const document = z.object({ doc_url: z.url(), tracking_number: z.string() });

/** An order that is sent by TikTok, or by the seller. */
async function orderSentBy(who: 'TIKTOK' | 'SELLER'): Promise<{ number: string; parcel: string }> {
  for (;;) {
    const order = await harness.order(harness.buy({ KAYA: 1 }));
    const parcel = order.packages[0]?.id ?? '';
    if (order['shipping_type'] === who) return { number: order.id, parcel };
  }
}

function eventsOf(number: string): string[] {
  return harness.truth(number).events.map(({ event }) => event);
}

async function ship(parcel: string, body: object = { handover_method: 'DROP_OFF' }) {
  return harness.client.post(`${root}/packages/${parcel}/ship`, body);
}

describe('shipping with TikTok’s carrier', () => {
  test('a drop-off is arranged once, collected later, and has exactly one ship event', async () => {
    const { number, parcel } = await orderSentBy('TIKTOK');
    expect(await ship(parcel)).toMatchObject({ code: 0, data: {} });
    const order = await harness.order(number);
    expect(order.status).toBe('AWAITING_COLLECTION');
    expect(order.line_items).toMatchObject([{ package_status: 'PROCESSING' }]);
    expect(order.line_items[0]?.tracking_number).not.toBe('');
    expect(await ship(parcel)).toMatchObject({ status: 200, code: 10007014 });
    expect(eventsOf(number)).toEqual(['place', 'ship']);
    harness.notices = [];
    await harness.pass(3 * 3_600);
    const collected = await harness.order(number);
    expect(collected.status).toBe('IN_TRANSIT');
    expect(collected.update_time).toBeGreaterThan(order.update_time);
    expect(harness.noticesOf(1).at(-1)).toMatchObject({ order_id: number, order_status: 'IN_TRANSIT' });
    const tracking = await harness.client.get(`${root}/orders/${number}/tracking`);
    const times = z.object({ tracking: z.array(z.object({ update_time_millis: z.int() })) }).parse(tracking.data).tracking; // oxfmt-ignore
    expect(times).toHaveLength(2);
    expect(times[0]?.update_time_millis).toBeGreaterThan(times[1]?.update_time_millis ?? 0);
  });

  test('a pickup needs a slot that is open', async () => {
    const { number, parcel } = await orderSentBy('TIKTOK');
    const offered = dataOf(slots, await harness.client.get(`${root}/packages/${parcel}/handover_time_slots`));
    expect([offered.can_pickup, offered.can_drop_off]).toEqual([true, true]);
    const open = offered.pickup_slots.find(({ avaliable }) => avaliable);
    const shut = offered.pickup_slots.find(({ avaliable }) => !avaliable);
    const at = (slot: typeof open): object => ({
      handover_method: 'PICKUP',
      pickup_slot: { start_time: slot?.start_time ?? 0, end_time: slot?.end_time ?? 0 },
    });
    expect((await ship(parcel, at(shut))).code).toBe(36009004);
    expect((await ship(parcel, { handover_method: 'PICKUP' })).code).toBe(36009004);
    expect((await ship(parcel, {})).code).toBe(36009004);
    expect((await ship(parcel, at(open))).code).toBe(0);
    expect((await harness.client.get(`${root}/packages/${parcel}`)).data).toMatchObject({
      package_status: 'PROCESSING',
      handover_method: 'PICKUP',
      orders: [{ id: number }],
      split_and_combine_tag: 'DEFAULT',
    });
  });

  test('of two packages, the order ships with the second', async () => {
    const number = harness.buy({ KAYA: 2, TEH: 1, MUG: 1 });
    const { packages: parcels } = await harness.order(number);
    expect(parcels).toHaveLength(2);
    const [first, second] = parcels.map(({ id }) => id);
    expect((await ship(first ?? '')).code).toBe(0);
    const partly = await harness.order(number);
    expect(partly.status).toBe('PARTIALLY_SHIPPING');
    expect(new Set(partly.line_items.map((line) => `${line.display_status} ${line.package_status}`))).toEqual(
      new Set(['AWAITING_COLLECTION PROCESSING', 'AWAITING_SHIPMENT TO_FULFILL']),
    );
    expect(eventsOf(number)).toEqual(['place']);
    const cancelled = await harness.client.post('/return_refund/202309/cancellations', { order_id: number, cancel_reason: 'seller_cancel_reason_out_of_stock' }); // oxfmt-ignore
    expect(cancelled.code).toBe(25001001);
    expect((await ship(second ?? '')).code).toBe(0);
    expect((await harness.order(number)).status).toBe('AWAITING_COLLECTION');
    expect(eventsOf(number)).toEqual(['place', 'ship']);
  });

  test('a batch reports each package that it refused', async () => {
    const one = await orderSentBy('TIKTOK');
    const other = await orderSentBy('TIKTOK');
    await ship(other.parcel);
    const wishes = [one.parcel, other.parcel, '1152999'].map((id) => ({ id, handover_method: 'DROP_OFF' }));
    const got = dataOf(batch, await harness.client.post(`${root}/packages/ship`, { packages: wishes }));
    expect(got.errors.map(({ code, detail }) => [code, detail.package_id])).toEqual([
      [10007014, other.parcel],
      [36009004, '1152999'],
    ]);
    expect(eventsOf(one.number)).toEqual(['place', 'ship']);
  });

  test('while the buyer asks to cancel, a package is frozen', async () => {
    const { number, parcel } = await orderSentBy('TIKTOK');
    harness.happen(number, 'request_cancellation');
    expect((await ship(parcel)).code).toBe(10007014);
    harness.happen(number, 'withdraw_cancellation');
    expect((await ship(parcel)).code).toBe(0);
  });

  test('an answer that is lost leaves the package shipped', async () => {
    const { number, parcel } = await orderSentBy('TIKTOK');
    harness.sandbox.control.setFaults([{ kind: 'error_after_commit', call: 'ship', rate: 1, count: 1 }]);
    expect(await ship(parcel)).toMatchObject({ status: 500, code: 36009003 });
    expect((await ship(parcel)).code).toBe(10007014);
    expect(eventsOf(number)).toEqual(['place', 'ship']);
  });
});

describe('shipping with the seller’s own carrier', () => {
  test('takes a tracking number and a carrier, lets it be corrected, and reports the delivery', async () => {
    const { number, parcel } = await orderSentBy('SELLER');
    const order = await harness.order(number);
    const option = z.string().parse(order['delivery_option_id']);
    const listed = await harness.client.get(
      `/logistics/202309/delivery_options/${option}/shipping_providers`,
    );
    const carriers = z.object({ shipping_providers: z.array(z.object({ id: z.string(), name: z.string() })) }); // oxfmt-ignore
    const [carrier] = dataOf(carriers, listed).shipping_providers;
    expect((await ship(parcel)).message).toContain('self_shipment');
    const own = (tracking: string, provider = carrier?.id ?? ''): object => ({
      tracking_number: tracking,
      shipping_provider_id: provider,
    });
    expect((await ship(parcel, { self_shipment: own('AB123', '1') })).code).toBe(36009004);
    expect((await ship(parcel, { self_shipment: own('AB123') })).code).toBe(0);
    const update = `${root}/packages/${parcel}/shipping_info/update`;
    expect((await harness.client.post(update, own('AB124'))).code).toBe(0);
    expect(await harness.order(number)).toMatchObject({
      status: 'AWAITING_COLLECTION',
      line_items: [{ tracking_number: 'AB124', shipping_provider_name: carrier?.name }],
    });
    const delivered = { packages: [{ id: parcel, delivery_type: 'DELIVERY_SUCCESS' }] };
    expect(dataOf(batch, await harness.client.post(`${root}/packages/deliver`, delivered)).errors).toEqual(
      [],
    );
    expect((await harness.order(number)).status).toBe('DELIVERED');
    expect(dataOf(batch, await harness.client.post(`${root}/packages/deliver`, delivered)).errors).toMatchObject([{ code: 10007014 }]); // oxfmt-ignore
  });
});

describe('labels', () => {
  test('are there once TikTok’s shipping is arranged, for a day', async () => {
    const { number, parcel } = await orderSentBy('TIKTOK');
    const path = `${root}/packages/${parcel}/shipping_documents`;
    expect((await harness.client.get(path, { document_type: 'SHIPPING_LABEL' })).code).toBe(10007014);
    await ship(parcel);
    expect((await harness.client.get(path)).code).toBe(36009004);
    const label = dataOf(document, await harness.client.get(path, { document_type: 'SHIPPING_LABEL' }));
    expect(label.tracking_number).toBe((await harness.order(number)).line_items[0]?.tracking_number);
    const file = await harness.sandbox.fetch(label.doc_url);
    expect(file.headers.get('content-type')).toBe('application/pdf');
    expect((await file.text()).startsWith('%PDF-')).toBe(true);
    const zpl = dataOf(document, await harness.client.get(path, { document_type: 'SHIPPING_LABEL', document_format: 'ZPL' })); // oxfmt-ignore
    expect(await (await harness.sandbox.fetch(zpl.doc_url)).text()).toMatch(/^\^XA/);
    expect((await harness.sandbox.fetch(`${label.doc_url}0`)).status).toBe(403);
    await harness.pass(86_401);
    expect((await harness.sandbox.fetch(label.doc_url)).status).toBe(403);
  });

  test('are not there for what the seller sends', async () => {
    const { parcel } = await orderSentBy('SELLER');
    const got = await harness.client.get(`${root}/packages/${parcel}/shipping_documents`, { document_type: 'SHIPPING_LABEL' }); // oxfmt-ignore
    expect(got.code).toBe(10007014);
  });
});

test('packages are searched by status and time, one page after the other', async () => {
  const unpaid = harness.buy({ TEH: 1 }, false);
  const search = async (body: object, size = '50') =>
    dataOf(packages, await harness.client.post(`${root}/packages/search`, body, { page_size: size }));
  const all = await search({});
  expect(all.packages.some(({ id }) => id.endsWith(unpaid.slice(4)))).toBe(false);
  expect((await search({ package_status: 'FULFILLING' })).packages.length).toBeGreaterThan(0);
  expect((await search({ create_time_ge: harness.sandbox.clock.seconds() + 1 })).total_count).toBe(0);
  expect((await search({}, '2')).packages).toHaveLength(2);
  expect((await harness.client.post(`${root}/packages/search`, {}, { page_size: '51' })).code).toBe(36009004);
});
