import { beforeEach, expect, test } from 'vitest';
import { Harness } from './harness.fixture.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await new Harness(12).open();
  harness.add('KAYA');
});

function returned(reason: string): string {
  const number = harness.buy('KAYA', { quantity: 2 });
  for (const event of ['pack', 'ship', 'deliver'] as const) harness.happen(number, event);
  harness.happen(number, 'request_return', reason);
  return number;
}

async function snOf(order: string): Promise<string> {
  const list = await harness.client.get('/returns/get_return_list', { page_no: 0, page_size: 100 });
  const index = list.list('response', 'return').findIndex((_, at) => list.text('response', 'return', at, 'order_sn') === order);
  return list.text('response', 'return', index, 'return_sn');
} // oxfmt-ignore

test('a return is listed, read and agreed to, once', async () => {
  const order = returned('Item arrived damaged');
  const list = await harness.client.get('/returns/get_return_list', {
    page_no: 0,
    page_size: 10,
    status: 'REQUESTED',
  });
  expect(list.at('response', 'return', 0)).toMatchObject({
    order_sn: order, status: 'REQUESTED', reason: 'ITEM_DAMAGED', text_reason: 'Item arrived damaged', refund_amount: 20, currency: 'SGD',
    image: [expect.stringMatching(/^http.*svg$/)], negotiation_status: 'PENDING_RESPOND', item: [{ amount: 2, item_price: 10, item_sku: 'KAYA' }],
  }); // oxfmt-ignore
  const sn = await snOf(order);
  const detail = await harness.client.get('/returns/get_return_detail', { return_sn: sn });
  expect(detail.at('response', 'negotiation', 'negotiation_status')).toBe('PENDING_RESPOND');
  expect(harness.state(order)).toBe('TO_RETURN');
  expect((await harness.client.post('/returns/confirm', { return_sn: sn })).at('response', 'return_sn')).toBe(
    sn,
  );
  expect((await harness.client.post('/returns/confirm', { return_sn: sn })).error).toBe(
    'error_return_status',
  );
  expect(harness.state(order)).toBe('COMPLETED');
  expect(harness.sandbox.control.order('shopee', harness.shop, order).lines[0]?.returned).toBe(2);
  await harness.later(0);
  const pushes = harness.pushes.filter(({ code }) => code === 29).map(({ data }) => data);
  expect(pushes).toMatchObject([
    { order_sn: order, return_sn: sn, updated_values: [{ update_field: 'return_status', old_value: '', new_value: 'REQUESTED' }] },
    { return_sn: sn, updated_values: [{ old_value: 'REQUESTED', new_value: 'ACCEPTED' }] },
  ]); // oxfmt-ignore
  expect((await harness.client.get('/returns/get_return_detail', { return_sn: '1' })).error).toBe(
    'error_data',
  );
  const wide = { page_no: 0, page_size: 10, update_time_from: 1, update_time_to: 15 * 86_400 + 2 };
  expect((await harness.client.get('/returns/get_return_list', wide)).error).toBe('error_param');
});

test('a return is disputed for one of its own reasons, with pictures that were uploaded', async () => {
  const sn = await snOf(returned('Wrong item sent'));
  const reasons = await harness.client.get('/returns/get_return_dispute_reason', { return_sn: sn });
  expect(reasons.at('response', 'dispute_reason_list', 1)).toMatchObject({
    dispute_reason: '47',
    evidence_module_list: [{ module_index: 1, is_required: true }, { module_index: 2, is_required: false }],
  }); // oxfmt-ignore
  const upload = async (bytes: number[], type: string) => {
    const form = new FormData();
    form.append('return_sn', sn);
    form.append('upload_image', new Blob([Uint8Array.from(bytes)], { type }), 'proof');
    return harness.client.postForm('/returns/convert_image', form);
  };
  expect((await upload([1, 2, 3], 'image/png')).error).toBe('error_param');
  const picture = await upload([0x89, 0x50, 0x4e, 0x47, 0, 1], 'image/png');
  const url = picture.text('response', 'url');
  const served = await harness.sandbox.fetch(url);
  expect([served.headers.get('content-type'), (await served.arrayBuffer()).byteLength]).toEqual(['image/png', 6]);

  const ask = (more: object) =>
    harness.client.post('/returns/dispute', { return_sn: sn, email: 'owner@example.test', dispute_reason_id: 47, dispute_text_reason: 'Cracked', ...more });
  const image_list = [{ module_index: 1, requirement: 'Picture of the damage', image_url: [url] }];
  expect((await ask({})).error).toBe('error_param');
  expect((await ask({ image_list: [{ module_index: 1, requirement: 'x', image_url: ['https://elsewhere.test/a.png'] }] })).error).toBe('error_param');
  expect((await ask({ image_list, dispute_reason_id: 1 })).error).toBe('error_param');
  expect((await ask({ image_list, email: 'nobody' })).error).toBe('error_param');
  expect((await ask({ image_list })).at('response')).toEqual({ return_sn: sn, msg: 'success' });
  expect((await ask({ image_list })).error).toBe('error_return_status');
  expect((await harness.client.post('/returns/confirm', { return_sn: sn })).error).toBe('error_return_status');
  const detail = await harness.client.get('/returns/get_return_detail', { return_sn: sn });
  expect(detail.at('response')).toMatchObject({ status: 'SELLER_DISPUTE', dispute_reason: ['47'], dispute_text_reason: ['Cracked'] });
}); // oxfmt-ignore

test('a warehouse’s return is not the seller’s to accept; buyers take theirs back', async () => {
  const atWarehouse = returned('Item arrived damaged, sent to the warehouse');
  expect((await harness.client.post('/returns/confirm', { return_sn: await snOf(atWarehouse) })).error).toBe('error_validation');
  harness.happen(atWarehouse, 'withdraw_return');
  const list = await harness.client.get('/returns/get_return_list', { page_no: 0, page_size: 10, status: 'CANCELLED' });
  expect([list.list('response', 'return').length, harness.state(atWarehouse)]).toEqual([1, 'TO_CONFIRM_RECEIVE']);
}); // oxfmt-ignore

test('the seller offers less, within what is possible, and the buyer is to answer', async () => {
  const order = returned('Item arrived damaged');
  const return_sn = await snOf(order);
  const offer = (amount: number) =>
    harness.client.post('/returns/offer', {
      return_sn,
      proposed_solution: 'REFUND',
      proposed_adjusted_refund_amount: amount,
    });
  expect((await offer(20.5)).error).toBe('error_param');
  expect((await offer(0.05)).error).toBe('error_param');
  expect((await offer(12.5)).at('response')).toEqual({ return_sn });
  const detail = await harness.client.get('/returns/get_return_detail', { return_sn });
  expect(detail.at('response', 'negotiation')).toMatchObject({
    negotiation_status: 'PENDING_BUYER_RESPOND',
    latest_solution: 'REFUND',
    latest_offer_amount: 12.5,
    latest_offer_creator: 'seller',
    counter_limit: 1,
  });
  expect((await offer(13)).error).toBe('error_return_status');
  expect((await harness.client.post('/returns/accept_offer', { return_sn })).error).toBe(
    'error_return_status',
  );
});

test('what the buyer asks for is accepted, once', async () => {
  const order = returned('Item arrived damaged');
  const return_sn = await snOf(order);
  const accept = () => harness.client.post('/returns/accept_offer', { return_sn });
  expect((await accept()).at('response')).toEqual({ return_sn });
  expect(harness.state(order)).toBe('COMPLETED');
  expect((await accept()).error).toBe('error_return_status');
});

test('a proof keeps pictures that were uploaded, and is read back', async () => {
  const return_sn = await snOf(returned('Item arrived damaged'));
  const query = () => harness.client.get('/returns/query_proof', { return_sn });
  expect((await query()).at('response')).toEqual({ image: [], video: [], description: '' });
  const upload = (photo: object[], description = 'It left whole') =>
    harness.client.post('/returns/upload_proof', { return_sn, photo, description });
  const foreign = { url: 'https://elsewhere.test/a.png', thumbnail: 'https://elsewhere.test/a.png' };
  expect((await upload([foreign])).error).toBe('error_param');
  expect((await upload([], '')).error).toBe('error_param');
  const form = new FormData();
  form.append('return_sn', return_sn);
  form.append('upload_image', new Blob([Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 1])]), 'proof');
  const url = (await harness.client.postForm('/returns/convert_image', form)).text('response', 'url');
  expect((await upload([{ url, thumbnail: url }])).at('response')).toEqual({ return_sn });
  expect((await query()).at('response')).toEqual({
    image: [{ url, thumbnail: url }],
    video: [],
    description: 'It left whole',
  });
  const detail = await harness.client.get('/returns/get_return_detail', { return_sn });
  expect(detail.at('response', 'seller_proof', 'seller_proof_status')).toBe('UPLOADED');
});

test('of a return that is not there nothing can be offered, accepted, proved or read', async () => {
  const { client } = harness;
  const ask = async (return_sn: string) => [
    (await client.post('/returns/offer', { return_sn, proposed_solution: 'REFUND' })).error,
    (await client.post('/returns/accept_offer', { return_sn })).error,
    (await client.post('/returns/upload_proof', { return_sn, description: 'It left whole' })).error,
    (await client.get('/returns/query_proof', { return_sn })).error,
  ];
  expect(new Set(await ask('250000NOSUCH'))).toEqual(new Set(['error_data']));
  expect(new Set(await ask(''))).toEqual(new Set(['error_param']));
});
