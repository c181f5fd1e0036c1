import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { dataOf, orderList, Harness } from './harness.fixture.ts';
import { orderStatuses } from './words.ts';

const harness = new Harness();
beforeAll(async () => {
  await harness.begin();
  harness.add('KAYA', 500, { price: 6.9 });
  harness.add('TEH', 500, { price: 4 });
});
afterAll(async () => harness.sandbox.close());

const searched = orderList.extend({ total_count: z.int(), next_page_token: z.string() });

async function search(
  body: object,
  query: Record<string, string> = { page_size: '100' },
): Promise<z.infer<typeof searched>> {
  return dataOf(searched, await harness.client.post('/order/202309/orders/search', body, query));
}

describe('an order', () => {
  test('has one line item for each unit, and sums that add up', async () => {
    const number = harness.buy({ KAYA: 2, TEH: 1 });
    const order = await harness.order(number);
    expect(order).toMatchObject({
      status: 'AWAITING_SHIPMENT',
      shipping_type: 'TIKTOK',
      is_on_hold_order: false,
      is_buyer_request_cancel: false,
      packages: [{ id: order.line_items[0]?.package_id }],
      payment: {
        currency: 'SGD',
        original_total_product_price: '17.80',
        sub_total: '17.80',
        shipping_fee: '1.49',
        total_amount: '19.29',
      },
    });
    expect(order).not.toHaveProperty('commerce_platform');
    expect(order.line_items.map(({ seller_sku }) => seller_sku)).toEqual(['KAYA', 'KAYA', 'TEH']);
    expect(new Set(order.line_items.map(({ id }) => id)).size).toBe(3);
    expect(order.line_items.map(({ id }) => id.length)).toEqual([18, 18, 18]);
    expect(Number(order.payment['total_amount'])).toBe(harness.truth(number).total);
  });

  test('shows no recipient while unpaid, a masked one that TikTok ships to, and a plain one otherwise', async () => {
    const unpaid = await harness.order(harness.buy({ TEH: 1 }, false));
    expect(unpaid).toMatchObject({ status: 'UNPAID', packages: [] });
    expect(unpaid).not.toHaveProperty('recipient_address');
    const kinds = new Map<unknown, unknown>();
    for (let count = 0; count < 4; count += 1) {
      const order = await harness.order(harness.buy({ TEH: 1 }));
      kinds.set(order['shipping_type'], order['recipient_address']);
    }
    const phone = z.object({ phone_number: z.string() });
    expect(phone.parse(kinds.get('TIKTOK')).phone_number).toMatch(/^\(\+65\)\d\*\*\*\d{4}$/);
    expect(phone.parse(kinds.get('SELLER')).phone_number).toMatch(/^\(\+65\)\d{8}$/);
  });

  test('is not there for another shop, or while it is hidden', async () => {
    harness.sandbox.control.setFaults([{ kind: 'hidden_order', rate: 1, count: 1, after: 60 }]);
    const number = harness.buy({ TEH: 1 });
    const read = async () => dataOf(orderList, await harness.client.get('/order/202309/orders', { ids: `1,${number}` })); // oxfmt-ignore
    expect((await read()).orders).toEqual([]);
    await harness.pass(61);
    expect((await read()).orders).toHaveLength(1);
  });

  test('goes through the words of its life', async () => {
    const number = harness.buy({ TEH: 1 }, false);
    const words = [(await harness.order(number)).status];
    for (const event of ['pay', 'pack', 'ship', 'deliver', 'complete'] as const) {
      harness.happen(number, event);
      words.push((await harness.order(number)).status);
      expect(harness.truth(number).state).toBe(words.at(-1));
    }
    expect(words).toEqual(['UNPAID', 'AWAITING_SHIPMENT', 'AWAITING_COLLECTION', 'IN_TRANSIT', 'DELIVERED', 'COMPLETED']); // oxfmt-ignore
    const gone = harness.buy({ TEH: 1 });
    harness.happen(gone, 'cancel');
    expect(await harness.order(gone)).toMatchObject({ status: 'CANCELLED', cancellation_initiator: 'BUYER' });
    expect(words.concat('CANCELLED').every((word) => orderStatuses.some((one) => one === word))).toBe(true);
  });

  test('keeps the units that are left when some are cancelled', async () => {
    const number = harness.buy({ KAYA: 3 });
    harness.sandbox.control.orderEvent('tiktok', harness.shop, number, 'cancel', {
      lines: [{ sku: 'KAYA', quantity: 1 }],
    });
    const order = await harness.order(number);
    expect(order.status).toBe('AWAITING_SHIPMENT');
    expect(order.line_items.map(({ display_status }) => display_status)).toEqual([
      'AWAITING_SHIPMENT',
      'AWAITING_SHIPMENT',
      'CANCELLED',
    ]);
  });
});

describe('the search', () => {
  test('filters by update time, half open, and pages in the order asked for', async () => {
    await harness.pass(1_000);
    const from = harness.sandbox.clock.seconds();
    const numbers: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      numbers.push(harness.buy({ TEH: 1 }));
      await harness.pass(10);
    }
    const window = { update_time_ge: from, update_time_lt: from + 40 };
    const query = { page_size: '3', sort_field: 'update_time', sort_order: 'ASC' };
    const first = await search(window, query);
    const second = await search(window, { ...query, page_token: first.next_page_token });
    expect(first.total_count).toBe(4);
    expect(second.next_page_token).toBe('');
    expect([...first.orders, ...second.orders].map(({ id }) => id)).toEqual(numbers.slice(0, 4));
    expect((await search(window)).orders.map(({ id }) => id)).toEqual(numbers.slice(0, 4).reverse());
  });

  test('takes one status, and refuses what it does not know', async () => {
    const unpaid = harness.buy({ TEH: 1 }, false);
    const found = await search({ order_status: 'UNPAID' });
    expect(found.orders.map(({ id }) => id)).toContain(unpaid);
    expect(new Set(found.orders.map(({ status }) => status))).toEqual(new Set(['UNPAID']));
    expect((await harness.client.post('/order/202309/orders/search', { order_status: 'NEW' })).code).toBe(
      36009004,
    );
    const ids = Array.from({ length: 51 }, (_, index) => String(index)).join(',');
    expect((await harness.client.get('/order/202507/orders', { ids })).message).toContain('50');
  });
});

describe('notices', () => {
  test('report each status, signed, and a cancelled order is CANCEL', async () => {
    harness.notices = [];
    const number = harness.buy({ TEH: 1 }, false);
    harness.happen(number, 'pay');
    harness.happen(number, 'cancel');
    await harness.pass(60);
    const mine = harness.noticesOf(1).filter(({ order_id: id }) => id === number);
    expect(mine.map(({ order_status: word }) => word)).toEqual(['UNPAID', 'AWAITING_SHIPMENT', 'CANCEL']);
    expect(harness.noticesOf(11).map(({ cancel_status: word }) => word)).toEqual([
      'CANCELLATION_REQUEST_SUCCESS',
      'CANCELLATION_REQUEST_COMPLETE',
    ]);
    expect(harness.notices[0]?.headers['authorization']).toMatch(/^[0-9a-f]{64}$/);
    const ids = harness.notices.map(({ body }) => z.object({ tts_notification_id: z.string() }).parse(JSON.parse(body)).tts_notification_id); // oxfmt-ignore
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('go where the shop subscribed, and report products', async () => {
    const put = async (address: string) => harness.client.send('PUT', '/event/202309/webhooks', { event_type: 'PRODUCT_STATUS_CHANGE', address }); // oxfmt-ignore
    expect((await put('http://shop.example.com/hook')).code).toBe(36009004);
    expect((await put('https://1.2.3.4/hook')).code).toBe(36009004);
    expect((await put('https://shop.example.com/hook')).code).toBe(0);
    expect((await harness.client.get('/event/202309/webhooks')).data).toMatchObject({
      total_count: 1,
      webhooks: [{ event_type: 'PRODUCT_STATUS_CHANGE', address: 'https://shop.example.com/hook' }],
    });
    harness.notices = [];
    const { item, sku } = harness.add('TOLD');
    harness.sandbox.control.editListing('tiktok', harness.shop, sku, { price: 3 });
    harness.sandbox.control.editListing('tiktok', harness.shop, sku, { status: 'unlisted' });
    await harness.pass(1);
    expect(harness.noticesOf(5)).toMatchObject([{ product_id: item, status: 'SELLER_DEACTIVATED' }]);
    expect(harness.notices).toHaveLength(3);
    const calls = harness.sandbox.control.calls('tiktok', harness.shop);
    expect(calls.find(({ call }) => call === 'notice PRODUCT_STATUS_CHANGE')?.path).toBe(
      'https://shop.example.com/hook',
    );
    const gone = await harness.client.send('DELETE', '/event/202309/webhooks', { event_type: 'PRODUCT_STATUS_CHANGE' }); // oxfmt-ignore
    expect(gone.code).toBe(0);
    expect((await harness.client.get('/event/202309/webhooks')).data).toMatchObject({ total_count: 0 });
  });

  test('report last of all that the seller revoked the consent', async () => {
    const other = await new Harness().begin();
    other.sandbox.control.revoke('tiktok', other.shop);
    other.add('AFTER');
    await other.pass(1);
    expect(other.notices.map(({ type }) => type)).toEqual([6]);
  });
});
