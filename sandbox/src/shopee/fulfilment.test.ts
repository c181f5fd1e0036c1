import { beforeEach, describe, expect, test } from 'vitest';
import { Harness } from './harness.fixture.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await new Harness(11).open();
  harness.add('KAYA');
});

const ship = (body: object) => harness.client.post('/logistics/ship_order', body);

async function pickup(number: string): Promise<{ address_id: unknown; pickup_time_id: unknown }> {
  const asked = await harness.client.get('/logistics/get_shipping_parameter', { order_sn: number });
  const [address] = [asked.at('response', 'pickup', 'address_list', 0, 'address_id')];
  return {
    address_id: address,
    pickup_time_id: asked.at('response', 'pickup', 'address_list', 0, 'time_slot_list', 0, 'pickup_time_id'),
  };
}

describe('shipping', () => {
  test('an order is shipped once: arranged at once, its tracking number a little later', async () => {
    const number = harness.buyBy('KAYA', 'standard');
    const asked = await harness.client.get('/logistics/get_shipping_parameter', { order_sn: number });
    expect(asked.at('response', 'info_needed')).toEqual({ pickup: ['address_id', 'pickup_time_id'], dropoff: [] });
    const chosen = await pickup(number);
    expect((await ship({ order_sn: number, pickup: chosen })).error).toBe('');
    expect(harness.state(number)).toBe('READY_TO_SHIP');
    const packages = await harness.client.post('/order/search_package_list', {
      filter: { package_status: 3 },
      pagination: { page_size: 10, cursor: '' },
    });
    expect(packages.at('response', 'packages_list', 0)).toMatchObject({ order_sn: number, is_shipment_arranged: true });
    const tracking = () => harness.client.get('/logistics/get_tracking_number', { order_sn: number });
    expect((await tracking()).at('response', 'tracking_number')).toBe('');
    expect((await ship({ order_sn: number, pickup: chosen })).error).toBe('logistics.package_already_shipped');

    await harness.later(3);
    expect(harness.state(number)).toBe('PROCESSED');
    expect((await tracking()).text('response', 'tracking_number')).toMatch(/^SPXSG/);
    expect((await ship({ order_sn: number, pickup: chosen })).error).toBe('logistics.package_already_shipped');
    expect(harness.events(number)).toEqual(['place', 'pack']);
    const pushes = harness.pushes.filter(({ data }) => data['ordersn'] === number);
    expect(pushes.filter(({ code }) => code === 4)).toHaveLength(1);
    expect(pushes.filter(({ code }) => code === 30).at(-1)?.data).toMatchObject({ fulfillment_status: 'LOGISTICS_REQUEST_CREATED' });
    harness.happen(number, 'ship');
    const detail = await harness.client.get('/order/get_order_detail', { order_sn_list: number, response_optional_fields: 'package_list' });
    expect(detail.at('response', 'order_list', 0)).toMatchObject({ order_status: 'SHIPPED', package_list: [{ logistics_status: 'LOGISTICS_PICKUP_DONE' }] });
  }); // oxfmt-ignore

  test.each([
    ['nothing', {}, 'ship_order_only_support_one_type'],
    ['two ways', { dropoff: {}, pickup: {} }, 'ship_order_only_support_one_type'],
    ['no address', { pickup: {} }, 'ship_order_need_address_pickup_time'],
    ['a foreign address', { pickup: { address_id: 1, pickup_time_id: '1' } }, 'address_not_found'],
    ['another way', { non_integrated: { tracking_number: 'X' } }, 'ship_order_unsupport_non_integrated'],
    ['a foreign package', { dropoff: {}, package_number: 'OFG1' }, 'ship_order_not_need_pacakge_number'],
    ['a long number', { dropoff: { tracking_number: 'X'.repeat(65) } }, 'ship_order_long_tracking_number'],
  ])('is refused with %s', async (_, fields, code) => {
    const number = harness.buyBy('KAYA', 'standard');
    expect((await ship({ order_sn: number, ...fields })).error).toBe(`logistics.${code}`);
    expect(harness.events(number)).toEqual(['place']);
  });

  test('a time that is not offered, an unpaid order and one that the buyer wants to cancel are refused', async () => {
    const number = harness.buyBy('KAYA', 'standard');
    const { address_id } = await pickup(number);
    expect((await ship({ order_sn: number, pickup: { address_id, pickup_time_id: '5' } })).error).toBe('logistics.ship_order_pickup_time_invalid');
    harness.happen(number, 'request_cancellation');
    expect((await ship({ order_sn: number, dropoff: {} })).error).toBe('logistics.ship_order_not_ready_to_ship');
    expect((await harness.client.get('/logistics/get_shipping_parameter', { order_sn: number })).error).toBe('error_status');
    const unpaid = harness.sandbox.control.placeOrder('shopee', harness.shop, { lines: [{ sku: 'KAYA', quantity: 1 }], paid: false }).number;
    expect((await ship({ order_sn: unpaid, dropoff: {} })).error).toBe('logistics.ship_order_not_ready_to_ship');
  }); // oxfmt-ignore

  test('a counter needs a branch and a name, the seller’s own van a number, and is on its way at once', async () => {
    const counter = harness.buyBy('KAYA', 'counter');
    const branch = (await harness.client.get('/logistics/get_shipping_parameter', { order_sn: counter })).at('response', 'dropoff', 'branch_list', 0, 'branch_id');
    expect((await ship({ order_sn: counter, dropoff: {} })).error).toBe('logistics.ship_order_need_branch_id');
    expect((await ship({ order_sn: counter, dropoff: { branch_id: branch } })).error).toBe('logistics.ship_order_need_sender_real_name');
    expect((await ship({ order_sn: counter, dropoff: { branch_id: branch, sender_real_name: 'Tan' } })).error).toBe('');
    const own = harness.buyBy('KAYA', 'own');
    expect((await ship({ order_sn: own, non_integrated: {} })).error).toBe('logistics.ship_order_need_tracking_number');
    expect((await ship({ order_sn: own, non_integrated: { tracking_number: 'VAN-1' } })).error).toBe('');
    expect(harness.state(own)).toBe('SHIPPED');
    expect(harness.events(own)).toEqual(['place', 'ship']);
  }); // oxfmt-ignore

  test('after a pick-up that failed, a new one is arranged', async () => {
    const number = harness.buyBy('KAYA', 'standard');
    await ship({ order_sn: number, pickup: await pickup(number) });
    await harness.later(3);
    const change = { order_sn: number, pickup: await pickup(harness.buyBy('KAYA', 'standard')) };
    expect((await harness.client.post('/logistics/update_shipping_order', change)).error).toBe(
      'error_status',
    );
    harness.happen(number, 'unpack');
    expect(harness.state(number)).toBe('RETRY_SHIP');
    expect((await harness.client.post('/logistics/update_shipping_order', change)).error).toBe('');
    expect(harness.state(number)).toBe('PROCESSED');
  });

  test('a parcel that the buyer collects is made ready once, and given to the buyer with a picture', async () => {
    const number = harness.buy('KAYA', { self_collect: true });
    const other = harness.buyBy('KAYA', 'standard');
    const act = (order: string, more: object) =>
      harness.client.post('/logistics/update_self_collection_order_logistics', { package_number: `OFG${order.slice(-10)}`, ...more });
    const ready = { self_collection_logistics_action: 'ready_for_collection' };
    const collected = { self_collection_logistics_action: 'order_collected' };
    expect((await act(other, ready)).error).toBe('logistics.not_available_for_self_collection');
    expect((await act(number, collected)).error).toBe('logistics.not_available_for_self_collection');
    expect((await act(number, ready)).error).toBe('');
    expect((await act(number, ready)).error).toBe('logistics.not_available_for_self_collection');
    expect((await act(number, collected)).error).toBe('error_param');
    expect((await act(number, { ...collected, epoc_image_list: ['sg-1'] })).error).toBe('');
    expect(harness.events(number)).toEqual(['place', 'pack', 'collect']);
  }); // oxfmt-ignore
});

describe('shipping documents', () => {
  test('are asked for, made, and downloaded in one file', async () => {
    const number = harness.buyBy('KAYA', 'standard');
    const row = { order_sn: number, shipping_document_type: 'NORMAL_AIR_WAYBILL' };
    const call = (name: string, body: object) => harness.client.post(`/logistics/${name}_shipping_document${name === 'get' ? '_result' : ''}`, body);
    expect((await call('create', { order_list: [row] })).error).toBe('common.batch_api_all_failed');
    await ship({ order_sn: number, dropoff: {} });
    await harness.later(3);
    const tracking = (await harness.client.get('/logistics/get_tracking_number', { order_sn: number })).text('response', 'tracking_number');
    const offered = await harness.client.post('/logistics/get_shipping_document_parameter', { order_list: [{ order_sn: number }] });
    expect(offered.at('response', 'result_list', 0, 'suggest_shipping_document_type')).toBe('NORMAL_AIR_WAYBILL');
    expect((await call('get', { order_list: [row] })).at('response', 'result_list', 0, 'fail_error')).toBe('logistics.shipping_document_should_print_first');
    const made = await call('create', { order_list: [{ ...row, tracking_number: tracking }, { order_sn: 'NOSUCH', tracking_number: 'X' }] });
    expect([made.error, made.at('response', 'result_list', 1, 'fail_error'), made.at('warning', 0, 'order_sn')]).toEqual(['', 'logistics.order_not_exist', 'NOSUCH']);
    expect((await call('get', { order_list: [row] })).at('response', 'result_list', 0, 'status')).toBe('PROCESSING');
    const early = await harness.client.download('/logistics/download_shipping_document', { order_list: [row] });
    expect(early.text).toContain('shipping_document_should_print_first');
    await harness.later(2);
    expect((await call('get', { order_list: [row] })).at('response', 'result_list', 0, 'status')).toBe('READY');
    expect(harness.pushes.filter(({ code }) => code === 15)).toHaveLength(1);
    const file = await harness.client.download('/logistics/download_shipping_document', { order_list: [{ order_sn: number }] });
    expect(file.mediaType).toBe('application/pdf');
    expect(file.text).toMatch(/^%PDF-1\.4/);
    expect(file.text).toContain(tracking);
    harness.happen(number, 'ship');
    expect((await call('get', { order_list: [row] })).at('response', 'result_list', 0, 'fail_error')).toBe('logistics.package_can_not_print');
  }); // oxfmt-ignore
});

describe('cancellation', () => {
  test('the seller cancels before there is a number, and names what is out of stock', async () => {
    const item = harness.add('TOAST');
    const number = harness.buy('TOAST');
    const cancel = (body: object) => harness.client.post('/order/cancel_order', { order_sn: number, ...body });
    for (const body of [
      { cancel_reason: 'BORED' },
      { cancel_reason: 'UNDELIVERABLE_AREA' },
      { cancel_reason: 'COD_NOT_SUPPORTED' },
      { cancel_reason: 'OUT_OF_STOCK' },
      { cancel_reason: 'OUT_OF_STOCK', item_list: [{ item_id: 1, model_id: 0 }] },
    ]) expect((await cancel(body)).error).toBe('error_param');
    const done = await cancel({ cancel_reason: 'OUT_OF_STOCK', item_list: [{ item_id: item, model_id: 0 }] });
    expect([done.error, done.at('response', 'update_time')]).toEqual(['', harness.sandbox.clock.seconds()]);
    expect((await cancel({ cancel_reason: 'CUSTOMER_REQUEST' })).error).toBe('order.error_limit');
    const detail = await harness.client.get('/order/get_order_detail', { order_sn_list: number, response_optional_fields: 'cancel_by,cancel_reason' });
    expect(detail.at('response', 'order_list', 0)).toMatchObject({ order_status: 'CANCELLED', cancel_by: 'seller', cancel_reason: 'OUT_OF_STOCK' });
    const shipped = harness.buyBy('KAYA', 'standard');
    await ship({ order_sn: shipped, dropoff: {} });
    await harness.later(3);
    expect((await harness.client.post('/order/cancel_order', { order_sn: shipped, cancel_reason: 'CUSTOMER_REQUEST' })).error).toBe('order.error_limit');
  }); // oxfmt-ignore

  test('a buyer’s request is accepted or refused once', async () => {
    const answer = (order_sn: string, operation: string) => harness.client.post('/order/handle_buyer_cancellation', { order_sn, operation });
    const kept = harness.buy('KAYA');
    expect((await answer(kept, 'ACCEPT')).error).toBe('order.cancel_order_invalid_status');
    harness.happen(kept, 'request_cancellation', 'Found Cheaper Elsewhere');
    const asked = await harness.client.get('/order/get_order_detail', { order_sn_list: kept, response_optional_fields: 'buyer_cancel_reason' });
    expect(asked.at('response', 'order_list', 0, 'buyer_cancel_reason')).toBe('Found Cheaper Elsewhere');
    expect((await answer(kept, 'REJECT')).error).toBe('');
    expect(harness.state(kept)).toBe('READY_TO_SHIP');
    const given = harness.buy('KAYA');
    harness.happen(given, 'request_cancellation');
    expect((await answer(given, 'ACCEPT')).error).toBe('');
    expect(harness.state(given)).toBe('CANCELLED');
    expect((await answer(given, 'ACCEPT')).error).toBe('order.cancel_order_invalid_status');
  }); // oxfmt-ignore
});
