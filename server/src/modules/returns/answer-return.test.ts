import { uploadAttachment } from '@evenstock/contract/attachments/attachments';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { fieldErrors } from '@evenstock/contract/api/fields';
import { showOrder, type Order } from '@evenstock/contract/orders/orders';
import { listDisputeReasons } from '@evenstock/contract/returns/returns';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../testing/http.ts';
import { losing } from '../../testing/lost-answers.ts';
import { createMarket, type Market } from '../../testing/market.ts';
import { later, settle } from '../../testing/settle-market.ts';
import { png, uploadImage } from '../../testing/upload-image.ts';
import { addMember, addUser, openSession } from '../../testing/world.ts';

let market: Market;
let server: TestServer;
let member: string;
let colleague: string;

beforeAll(async () => {
  market = await createMarket({
    channels: ['shopee', 'lazada', 'tiktok', 'qoo10', 'shopify'],
    skus: { TEE: 900 },
  });
  for (const shop of market.shops) await market.pull(shop, 'returns');
  server = await createTestServer(market.ctx);
  member = await join();
  colleague = await join();
});
afterAll(async () => {
  await server.close();
  await market.close();
});
beforeEach(() => {
  market.setNetwork(null);
});

async function join(): Promise<string> {
  const userId = await addUser(market.ctx);
  await addMember(market.ctx, market.storeId, userId, 'member');
  return openSession(market.ctx, userId);
}

/** Imports an order that its buyer asks to return. */
async function returned(channel: ChannelKind, reason?: string): Promise<string> {
  const { control } = market.sandbox;
  const { shop } = market.shop(channel);
  const { number } = control.placeOrder(channel, shop, { lines: [{ sku: 'TEE', quantity: 1 }] });
  for (const event of ['ship', 'deliver', 'request_return'] as const) {
    market.clock.advance(5_000);
    const facts = event === 'request_return' && reason !== undefined ? { reason } : {};
    control.orderEvent(channel, shop, number, event, facts);
  }
  market.clock.advance(130_000);
  await market.pull(market.shop(channel), 'orders');
  await market.pull(market.shop(channel), 'returns');
  await settle(market);
  return number;
}

const place = (number: string, call: string) =>
  `/api/stores/${String(market.storeId)}/orders/${encodeURIComponent(number)}${call}.json`;

async function orderOf(number: string): Promise<Order> {
  return showOrder.reply.parse((await server.call('GET', place(number, ''), { token: member })).body).order;
}

const accept = (number: string, order: unknown = {}, token = member) =>
  server.call('POST', place(number, '/confirm_return'), { token, body: { order } });
const dispute = (number: string, order: unknown, token = member) =>
  server.call('POST', place(number, '/dispute_return'), { token, body: { order } });
const refusal = (answer: { readonly body: unknown }) => fieldErrors.parse(answer.body).errors;

async function reasonsOf(number: string, path = '/shopee_dispute_reasons') {
  const answer = await server.call('GET', place(number, path), { token: member });
  return listDisputeReasons.reply.parse(answer.body).reasons;
}

async function uploaded(token = member): Promise<{ id: number; url: string }> {
  return uploadAttachment.reply.parse((await uploadImage(server, { bytes: png, token })).body).attachment;
}

/** The calls of a kind that the marketplace received. */
const callsOf = (channel: ChannelKind, part: string): number =>
  market.sandbox.control
    .calls(channel, market.shop(channel).shop, 1_000)
    .filter((call) => JSON.stringify(call).includes(part)).length;

const details = { text_reason: 'It was whole when it left.', email: 'seller@market.test' };

describe('the return of an order', () => {
  it('is shown with what it refunds, its deadline for an answer, and what may be done', async () => {
    const number = await returned('shopee');
    const order = await orderOf(number);
    expect(order).toMatchObject({
      state: 'outstanding_issues',
      return_detail: {
        status: 'REQUESTED',
        state: 'pending',
        is_overdue: false,
        raw_status: 'REQUESTED',
        currency: 'SGD',
        items: [{ item_quantity: 1 }],
        accept_fields: [],
        dispute_form: { most_images: 3, asks_email: true },
      },
      order_items: [{ return_status: 'TO_RETURN' }],
    });
    expect(order.return_detail?.formatted_refund_amount).toBe('$10.00');
    expect(order.return_detail?.due_at).not.toBeNull();
    expect(order.actions).toEqual(expect.arrayContaining(['accept_return', 'dispute_return']));
  });

  it.each([
    ['lazada', ['accept_return', 'dispute_return']],
    ['tiktok', ['accept_return', 'dispute_return']],
    ['qoo10', ['accept_return']],
    ['shopify', []],
  ] as const)('at %s offers what the channel takes', async (channel, offered) => {
    const { actions } = await orderOf(await returned(channel));
    expect(actions.filter((action) => action.endsWith('_return'))).toEqual(offered);
  });

  it('whose answer is overdue offers none', async () => {
    const number = await returned('shopee');
    const due = (await orderOf(number)).return_detail?.due_at ?? '';
    const now = market.clock.now();
    market.clock.set(new Date(due));
    const order = await orderOf(number);
    market.clock.set(now);
    expect(order.return_detail).toMatchObject({ due_at: due, is_overdue: true });
    expect(order.actions).not.toContain('accept_return');
    expect(order.unavailable_actions).toContainEqual(
      expect.objectContaining({ action: 'accept_return', reason: 'The time to answer this return is over.' }),
    );
  });
});

describe('accepting a return', () => {
  it('is done once, recorded in the journal, and completes the order', async () => {
    const number = await returned('shopee');
    expect(await accept(number)).toMatchObject({ status: 200, body: { order: { pending_action: null } } });
    await later(market, 10);
    const order = await orderOf(number);
    expect(order).toMatchObject({
      state: 'completed',
      return_detail: { status: 'ACCEPTED', due_at: null },
      order_items: [{ return_status: 'ACCEPTED', returned_quantity: 1 }],
    });
    expect(order.actions).not.toContain('accept_return');
    expect(refusal(await accept(number))['order']).toEqual([
      'No return of this order waits for your answer.',
    ]);
    const keys = await market.ctx.db
      .selectFrom('activities')
      .select('key')
      .where('recipient_id', '=', order.id)
      .where('recipient_type', '=', 'Order')
      .where('key', '<>', 'order.read_buyer')
      .execute();
    expect(keys).toEqual([{ key: 'order.accept_return' }]);
  });

  it('at Qoo10 takes the address that the goods go back to', async () => {
    const number = await returned('qoo10');
    expect((await orderOf(number)).return_detail?.accept_fields.map(({ key }) => key)).toEqual([
      'name',
      'zip_code',
      'address_1',
      'address_2',
      'hp',
      'tel',
    ]);
    const address = {
      name: 'Warehouse',
      zip_code: '049483',
      address_1: '1 Raffles Place',
      address_2: '#01-01',
      hp: '81234567',
      tel: '61234567',
    };
    expect((await accept(number, address)).status).toBe(200);
    expect(callsOf('qoo10', 'Warehouse')).toBe(1);
  });

  it.each([
    ['lazada', 'agreeReturn'],
    ['tiktok', '/approve'],
  ] as const)('at %s agrees that the goods come back, once', async (channel, call) => {
    const number = await returned(channel);
    expect(await accept(number)).toMatchObject({ status: 200, body: { order: { pending_action: null } } });
    await later(market, 10);
    expect(callsOf(channel, call)).toBe(1);
    const order = await orderOf(number);
    // The buyer has to send them first.
    expect(order).toMatchObject({ state: 'outstanding_issues', pending_action: null });
    expect(order.actions).not.toContain('accept_return');
  });

  it('the answer is lost after the marketplace did it: read back, not sent again', async () => {
    const number = await returned('shopee');
    const before = callsOf('shopee', 'returns/confirm');
    market.setNetwork(losing('returns/confirm', 1));
    expect(await accept(number)).toMatchObject({
      body: { order: { pending_action: { kind: 'order.accept_return', state: 'unknown' } } },
    });
    market.setNetwork(null);
    await later(market, 90);
    expect(await orderOf(number)).toMatchObject({
      pending_action: null,
      return_detail: { status: 'ACCEPTED' },
    });
    expect(callsOf('shopee', 'returns/confirm') - before).toBe(1);
  });

  it('the process is killed in the call: after its lease the effect is read back', async () => {
    const number = await returned('shopee');
    const before = callsOf('shopee', 'returns/confirm');
    let isDead = false;
    market.setNetwork(async ({ url }, go) => {
      const answer = await go();
      if (url.includes('returns/confirm')) isDead = true;
      return isDead ? new Promise<never>(() => undefined) : answer;
    });
    void accept(number);
    await expect.poll(() => callsOf('shopee', 'returns/confirm') - before).toBe(1);
    market.setNetwork(null);
    await later(market, 180);
    expect(await orderOf(number)).toMatchObject({
      pending_action: null,
      return_detail: { status: 'ACCEPTED' },
    });
    expect(callsOf('shopee', 'returns/confirm') - before).toBe(1);
  });

  it('two members at once: one answer', async () => {
    const number = await returned('shopee');
    const before = callsOf('shopee', 'returns/confirm');
    const answers = await Promise.all([accept(number), accept(number, {}, colleague)]);
    await later(market, 90);
    expect(answers.map(({ status }) => status)).toContain(200);
    expect(callsOf('shopee', 'returns/confirm') - before).toBe(1);
    expect((await orderOf(number)).return_detail?.status).toBe('ACCEPTED');
  });

  it('a refusal is shown in words', async () => {
    const number = await returned('shopee');
    market.setNetwork(async ({ url }, go) => {
      if (url.includes('returns/confirm'))
        return Response.json({ error: 'error_return_status', message: 'wrong status', request_id: 'r' });
      return go();
    });
    const answer = await accept(number);
    expect(answer.status).toBe(422);
    expect(Object.keys(refusal(answer))).toEqual(['order']);
  });
});

describe('disputing a return', () => {
  it('with a reason, details, an address and a picture', async () => {
    const number = await returned('shopee');
    const reasons = await reasonsOf(number);
    expect(await reasonsOf(number, '/dispute_reasons')).toEqual(reasons);
    // This reason needs evidence.
    const reason = reasons.find(({ key }) => key === '50');
    const image = await uploaded();
    const answer = await dispute(number, {
      reason: reason?.key,
      image_attachment_ids: [image.id],
      ...details,
    });
    expect(answer).toMatchObject({ status: 200, body: { order: { pending_action: null } } });
    await later(market, 10);
    expect(await orderOf(number)).toMatchObject({
      state: 'outstanding_issues',
      return_detail: { status: 'SELLER_DISPUTE', state: 'disputed', due_at: null, is_overdue: false },
    });
    expect(callsOf('shopee', 'returns/convert_image')).toBe(1);
  });

  it('names what is missing, and takes at most 3 images', async () => {
    const number = await returned('shopee');
    expect(refusal(await dispute(number, {}))).toEqual({
      reason: ['Reason is required'],
      image_attachment_ids: ['Image is required'],
      text_reason: ['Details required'],
      email: ['Email is required'],
    });
    const images = await Promise.all([1, 2, 3, 4].map(() => uploaded()));
    expect(
      refusal(
        await dispute(number, {
          reason: 'none',
          image_attachment_ids: images.map(({ id }) => id),
          text_reason: 'x',
          email: 'nobody',
        }),
      ),
    ).toEqual({
      reason: ['This reason is not offered any more. Choose another one.'],
      image_attachment_ids: ['Choose at most 3 images'],
      email: ['Email is invalid'],
    });
  });

  it('takes exactly three pictures', async () => {
    const number = await returned('shopee');
    const before = callsOf('shopee', 'returns/convert_image');
    const images = await Promise.all([1, 2, 3].map(() => uploaded()));
    const answer = await dispute(number, {
      reason: (await reasonsOf(number)).find(({ key }) => key === '50')?.key,
      image_attachment_ids: images.map(({ id }) => id),
      ...details,
    });
    expect(answer.status).toBe(200);
    expect(callsOf('shopee', 'returns/convert_image') - before).toBe(3);
  });

  it('at Lazada is refused with a reason and a comment', async () => {
    const number = await returned('lazada');
    const [reason] = await reasonsOf(number, '/dispute_reasons');
    const image = await uploaded();
    const answer = await dispute(number, {
      reason: reason?.key,
      text_reason: 'It was whole.',
      image_attachment_ids: [image.id],
    });
    expect(answer, JSON.stringify(answer.body)).toMatchObject({
      status: 200,
      body: { order: { pending_action: null } },
    });
    await later(market, 10);
    expect(callsOf('lazada', 'refuseReturn')).toBe(1);
    expect((await orderOf(number)).actions).not.toContain('dispute_return');
  });

  it('takes nobody else’s picture', async () => {
    const number = await returned('shopee');
    const [reason] = await reasonsOf(number);
    const image = await uploaded(colleague);
    const answer = await dispute(number, {
      reason: reason?.key,
      image_attachment_ids: [image.id],
      ...details,
    });
    expect(refusal(answer)).toEqual({
      image_attachment_ids: ['An image is not here any more. Upload it again.'],
    });
  });

  it('a colleague who read the return before it was accepted disputes nothing', async () => {
    const number = await returned('shopee');
    const reasons = await reasonsOf(number);
    const image = await uploaded(colleague);
    let goOn = (): void => undefined;
    const accepted = new Promise<void>((resolve) => (goOn = resolve));
    const reading = new Promise<void>((resolve) => {
      market.setNetwork(async ({ url }, go) => {
        if (url.includes('get_return_dispute_reason')) {
          resolve();
          await accepted;
        }
        return go();
      });
    });
    const key = reasons.find((reason) => reason.key === '50')?.key;
    const late = dispute(number, { reason: key, image_attachment_ids: [image.id], ...details }, colleague);
    await reading;
    expect((await accept(number)).status).toBe(200);
    const disputes = callsOf('shopee', 'returns/dispute');
    goOn();
    expect(refusal(await late)).toEqual({ order: [expect.stringContaining('answered')] });
    expect(callsOf('shopee', 'returns/dispute')).toBe(disputes);
  });

  it('at TikTok asks for no picture and no address', async () => {
    const number = await returned('tiktok');
    const [reason] = await reasonsOf(number, '/dispute_reasons');
    expect((await orderOf(number)).return_detail?.dispute_form).toEqual({
      most_images: 0,
      asks_email: false,
    });
    expect((await dispute(number, { reason: reason?.key, text_reason: 'It was whole.' })).status).toBe(200);
  });
});

describe('the picture of a dispute', () => {
  it('is purged a day later, unless an order uses it', async () => {
    const number = await returned('shopee');
    const [reason] = await reasonsOf(number);
    const [used, unused] = [await uploaded(), await uploaded()];
    await dispute(number, { reason: reason?.key, image_attachment_ids: [used.id], ...details });
    market.clock.advance(25 * 3_600_000);
    await market.ctx.tick();
    await market.ctx.runJobs();
    const left = await market.ctx.db.selectFrom('attachments').select('id').execute();
    const found = [used, unused].filter(({ id }) => left.some((one) => one.id === id));
    expect(found).toEqual([used]);
  });
});
