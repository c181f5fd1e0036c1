import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { Harness } from './harness.fixture.ts';

const harness = new Harness(19);
beforeAll(async () => harness.open());
afterAll(async () => harness.sandbox.close());
beforeEach(async () => harness.begin());

const list = z.object({
  success: z.literal(true),
  total: z.int(),
  items: z.array(
    z.object({
      reverse_order_id: z.int(),
      request_type: z.string(),
      reverse_order_lines: z.array(z.object({ reverse_order_line_id: z.int(), reverse_status: z.string(), refund_amount: z.int(), item_unit_price: z.int() })),
    }),
  ),
}); // oxfmt-ignore

async function returned(reason: string, quantity = 1): Promise<string> {
  harness.addListing(`KAYA${reason}`);
  const order = harness.buy(`KAYA${reason}`, quantity);
  for (const event of ['pack', 'ship', 'deliver'] as const) harness.happen(order, event);
  harness.sandbox.control.orderEvent('lazada', harness.shop, order, 'request_return', { reason });
  const [found] = (await all({ trade_order_id: order })).items;
  return String(found?.reverse_order_id);
}

async function all(filters: Record<string, string> = {}) {
  const { result } = await harness.client.get('/reverse/getreverseordersforseller', { page_no: '1', page_size: '10', ...filters });
  return list.parse(result);
} // oxfmt-ignore

async function linesOf(reverse: string) {
  return (await all({ reverse_order_id: reverse })).items[0]?.reverse_order_lines ?? [];
}

async function act(reverse: string, action: string, more: Record<string, string> = {}): Promise<string> {
  const ids = (await linesOf(reverse)).map(({ reverse_order_line_id }) => reverse_order_line_id);
  const parameters = {
    action,
    reverse_order_id: reverse,
    reverse_order_item_ids: JSON.stringify(ids),
    ...more,
  };
  return (await harness.client.get('/order/reverse/return/update', parameters)).code;
}

test('a return goes its way: agreed to, sent back, received, refunded', async () => {
  const reverse = await returned('Wrong item sent', 2);
  expect((await all({ request_type_list: '["RETURN"]' })).items).toMatchObject([
    { request_type: 'RETURN', reverse_order_lines: [{ reverse_status: 'REQUEST_INITIATE', refund_amount: 2_000, item_unit_price: 2_000 }, {}] },
  ]); // oxfmt-ignore
  expect((await all({ request_type_list: '["CANCEL"]' })).total).toBe(0);
  expect(await act(reverse, 'dance')).toBe('107');
  expect(await act('1', 'agreeReturn', { reverse_order_item_ids: '[1]' })).toBe('112');
  expect(await act(reverse, 'agreeRefund')).toBe('114');
  for (const [action, status] of [['agreeReturn', 'RTM_SHIPPING_BACK'], ['confirmDelivery', 'RTM_RECEIVE_ITEM'], ['agreeRefund', 'REFUND_SUCCESS']] as const) {
    expect(await act(reverse, action)).toBe('0');
    expect((await linesOf(reverse)).map(({ reverse_status }) => reverse_status)).toEqual([status, status]);
  } // oxfmt-ignore
  const detail = await harness.client.get('/order/reverse/return/detail/list', { reverse_order_id: reverse });
  expect(detail.data).toMatchObject({ request_type: 'RETURN', is_rtm: true, reverseOrderLineDTOList: [{ productDTO: {} }, {}] }); // oxfmt-ignore
  const [order] = harness.sandbox.control.orders('lazada', harness.shop);
  expect([order?.lines[0]?.returned, order?.return_requested]).toEqual([2, false]);
  expect(await act(reverse, 'agreeRefund')).toBe('114');
});

test('a refusal needs a reason and a comment, a refused refund pictures too', async () => {
  const refused = await returned('Does not fit');
  const [line] = await linesOf(refused);
  const reasons = await harness.client.get('/order/reverse/reason/list', { reverse_order_line_id: String(line?.reverse_order_line_id) }); // oxfmt-ignore
  const [reason] = z.array(z.object({ reason_id: z.int() })).parse(reasons.data);
  const reason_id = String(reason?.reason_id);
  expect(await act(refused, 'refuseReturn')).toBe('108');
  expect(await act(refused, 'refuseReturn', { reason_id })).toBe('109');
  expect(await act(refused, 'refuseReturn', { reason_id, comment: 'No' })).toBe('0');
  expect((await linesOf(refused)).map(({ reverse_status }) => reverse_status)).toEqual(['REQUEST_REJECT']);

  const kept = await returned('Item arrived damaged');
  await act(kept, 'agreeReturn');
  await act(kept, 'confirmDelivery');
  expect(await act(kept, 'refuseRefund', { reason_id, comment: 'Used' })).toBe('110');
  const uploaded = await harness.client.upload('/image/upload', new Blob([Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0])])); // oxfmt-ignore
  const { image } = z
    .object({ image: z.object({ url: z.string(), hash_code: z.string() }) })
    .parse(uploaded.data);
  expect((await fetch(image.url)).headers.get('content-type')).toBe('image/png');
  const image_info = JSON.stringify([{ name: 'a.png', url: image.url }]);
  expect(await act(kept, 'refuseRefund', { reason_id, comment: 'Used', image_info })).toBe('0');
  expect((await linesOf(kept)).map(({ reverse_status }) => reverse_status)).toEqual(['REFUND_REJECTED']);
});

test('a refund without goods is granted or disputed, one item at a time; buyers take their request back', async () => {
  const decide = async (reverse: string, action: string, more: Record<string, string> = {}) => {
    const ids = JSON.stringify(
      (await linesOf(reverse)).map(({ reverse_order_line_id }) => reverse_order_line_id),
    );
    const parameters = { action, reverse_order_id: reverse, reverse_order_item_ids: ids, ...more };
    return (await harness.client.get('/order/reverse/onlyrefund/seller/decide', parameters)).code;
  };
  const lost = await returned('It did not arrive');
  expect(await act(lost, 'agreeReturn')).toBe('114');
  expect(await decide(lost, 'startDispute')).toBe('109');
  expect(await decide(lost, 'startDispute', { comment: 'Delivered' })).toBe('110');
  const image_info_list = JSON.stringify([{ file_name: 'a.png', file_url: 'https://example.test/a.png' }]);
  expect(await decide(lost, 'startDispute', { comment: 'Delivered', image_info_list })).toBe('0');
  expect((await all({ dispute_in_progress: 'true' })).total).toBe(1);
  const granted = await returned('It did not arrive again');
  expect(await decide(granted, 'agreeRefund')).toBe('0');
  const withdrawn = await returned('Wrong colour');
  const order = harness.sandbox.control.orders('lazada', harness.shop)[0]?.number ?? '';
  harness.happen(order, 'withdraw_return');
  expect((await linesOf(withdrawn)).map(({ reverse_status }) => reverse_status)).toEqual(['REQUEST_CANCEL']);
});
