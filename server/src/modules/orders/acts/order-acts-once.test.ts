import type { ActionKind } from '@evenstock/contract/actions/actions';
import { uploadAttachment } from '@evenstock/contract/attachments/attachments';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import type { OrderAction } from '@evenstock/contract/orders/orders';
import { listDisputeReasons } from '@evenstock/contract/returns/returns';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../../testing/http.ts';
import { openOrderHarness, type OrderHarness } from '../../../testing/order-harness.ts';
import { png, uploadImage } from '../../../testing/upload-image.ts';
import { addUser, openSession } from '../../../testing/world.ts';
import { callMarketplace } from '../../connections/calls/call-marketplace.ts';

/* Shipping is tested in the same ways beside its module. */

let harness: OrderHarness;
let server: TestServer;
beforeAll(async () => {
  harness = await openOrderHarness(['shopee', 'tiktok', 'amazon-sg']);
  for (const shop of harness.market.shops) await harness.market.pull(shop, 'returns');
  server = await createTestServer(harness.market.ctx);
});
afterAll(async () => {
  await server.close();
  await harness.close();
});
beforeEach(() => harness.market.setNetwork(null));

/** An action at one channel that performs it. */
interface Act {
  readonly kind: ActionKind;
  readonly action: OrderAction;
  readonly channel: ChannelKind;
  /** Creates an order for which the action is offered. */
  readonly order: () => Promise<string>;
  readonly call: string;
  readonly body?: (number: string) => Promise<unknown>;
  /** The call that has the effect. */
  readonly effect: { readonly address: string; readonly body?: string };
  /** What the buyer does just before that call arrives. */
  readonly buyer: OrderEvent;
  /** What the call leaves in the marketplace's own records of the order. */
  readonly leaves: OrderEvent | null;
}
type OrderEvent = Parameters<OrderHarness['happens']>[2];

const collected = { self_collect: true };

async function reasonsOf(number: string) {
  const { body } = await harness.get(number, '/dispute_reasons');
  return listDisputeReasons.reply.parse(body).reasons;
}

const acts: readonly Act[] = [
  {
    kind: 'order.ready_to_collect',
    action: 'ready_to_collect',
    channel: 'shopee',
    order: () => harness.buy('shopee', collected),
    call: '/ready_to_collect',
    effect: { address: 'update_self_collection_order_logistics' },
    buyer: 'cancel',
    leaves: null,
  },
  {
    kind: 'order.confirm_pickup',
    action: 'confirm_pickup',
    channel: 'amazon-sg',
    async order() {
      const number = await harness.buy('amazon-sg', collected);
      await harness.post(number, '/ready_to_collect');
      await harness.later(120);
      return number;
    },
    call: '/pickup',
    body: () => Promise.resolve({}),
    effect: { address: '/shipment', body: 'PickedUp' },
    buyer: 'cancel',
    leaves: 'collect',
  },
  {
    kind: 'order.cancel',
    action: 'cancel',
    channel: 'shopee',
    order: () => harness.buy('shopee'),
    call: '/cancel',
    body: () => Promise.resolve({ cancel: { reason_id: 'CUSTOMER_REQUEST' } }),
    effect: { address: 'cancel_order' },
    buyer: 'cancel',
    leaves: 'cancel',
  },
  {
    kind: 'order.accept_cancellation',
    action: 'accept_cancellation',
    channel: 'shopee',
    order: () => harness.buyAndAskToCancel('shopee'),
    call: '/accept_cancellation',
    effect: { address: 'handle_buyer_cancellation' },
    buyer: 'withdraw_cancellation',
    leaves: 'cancel',
  },
  {
    kind: 'order.reject_cancellation',
    action: 'reject_cancellation',
    channel: 'tiktok',
    order: () => harness.buyAndAskToCancel('tiktok'),
    call: '/reject_cancellation',
    async body(number) {
      const [reason] = await harness.reasonKeys(number, '/cancellation_refusal_reasons');
      return { order: { reason } };
    },
    effect: { address: '/reject?' },
    buyer: 'withdraw_cancellation',
    leaves: 'reject_cancellation',
  },
  {
    kind: 'order.dispute_return',
    action: 'dispute_return',
    channel: 'tiktok',
    order: () => harness.buyAndReturn('tiktok'),
    call: '/dispute_return',
    async body(number) {
      const [reason] = await reasonsOf(number);
      return { order: { reason: reason?.key, text_reason: 'It was whole.' } };
    },
    effect: { address: '/reject?' },
    buyer: 'withdraw_return',
    leaves: 'reject_return',
  },
  {
    kind: 'order.dispute_return',
    action: 'dispute_return',
    channel: 'shopee',
    order: () => harness.buyAndReturn('shopee'),
    call: '/dispute_return',
    async body(number) {
      const image = await uploadImage(server, { bytes: png, token: harness.token });
      // This reason needs evidence.
      const reason = (await reasonsOf(number)).find(({ key }) => key === '50');
      return {
        order: {
          reason: reason?.key,
          image_attachment_ids: [uploadAttachment.reply.parse(image.body).attachment.id],
          text_reason: 'It was whole.',
          email: 'seller@market.test',
        },
      };
    },
    effect: { address: 'returns/dispute' },
    buyer: 'withdraw_return',
    leaves: null,
  },
  {
    kind: 'order.accept_return',
    action: 'accept_return',
    channel: 'shopee',
    order: () => harness.buyAndReturn('shopee'),
    call: '/confirm_return',
    body: () => Promise.resolve({ order: {} }),
    effect: { address: 'returns/confirm' },
    buyer: 'withdraw_return',
    leaves: 'return',
  },
];

/** Counts the calls that have the effect; the answer to the first is delivered, lost or never given. @param before runs just before the first */
function watch(
  { effect }: Act,
  answer: 'told' | 'lost' | 'never',
  before?: () => void,
): { readonly sent: () => number } {
  let sent = 0;
  harness.market.setNetwork(async ({ url, body }, go) => {
    const isEffect = url.includes(effect.address) && body.includes(effect.body ?? '');
    if (isEffect) sent += 1;
    if (isEffect && sent === 1) before?.();
    const told = await go();
    if (isEffect && sent === 1 && answer === 'lost') throw new TypeError('fetch failed');
    if (sent > 0 && answer === 'never') return new Promise<never>(() => undefined);
    return told;
  });
  return { sent: () => sent };
}

const send = async ({ call, body }: Act, number: string) => harness.post(number, call, await body?.(number));

/** Expects that one call had the effect, and that the action is no longer offered. */
async function tookEffectOnce(act: Act, number: string, sent: number): Promise<void> {
  await harness.later(300);
  await harness.market.pull(harness.market.shop(act.channel), 'orders');
  expect(sent).toBe(1);
  const actions = (await harness.actionsOf(number)).filter(({ kind }) => kind === act.kind);
  // A member who asks after the first action has ended gets a second one that finds the order as wanted.
  expect(new Set(actions.map(({ state }) => state))).toEqual(new Set(['done']));
  const order = await harness.orderOf(number);
  expect(order.pending_action).toBeNull();
  expect(order.actions).not.toContain(act.action);
}

/** Expects that an order and its return are here as the marketplace has them. */
async function equalsMarketplace({ channel }: Act, number: string): Promise<void> {
  const { ctx } = harness.market;
  const { marketplaceId } = harness.market.shop(channel);
  const order = await harness.orderOf(number);
  const there = await callMarketplace(ctx, marketplaceId, 'normal', (access, { orders }) =>
    orders.read(access, [number]),
  );
  expect(there.orders.map(({ state }) => state)).toEqual([order.marketplace_state]);
  if (order.return_detail === null) return;
  const { reference_number: returnId, raw_status: status } = order.return_detail;
  const found = await callMarketplace(
    ctx,
    marketplaceId,
    'normal',
    async (access, { returns }) => (await returns?.read(access, returnId)) ?? null,
  );
  expect(found?.rawState).toBe(status);
}

const named = acts.map((act) => [act.kind, act.channel, act] as const);
describe.each(named)('%s at %s takes effect once', (_kind, _channel, act) => {
  it('though its answer is lost', async () => {
    const number = await act.order();
    expect((await harness.orderOf(number)).actions).toContain(act.action);
    const { sent } = watch(act, 'lost');
    expect((await send(act, number)).status).toBe(202);
    await harness.later(300);
    await tookEffectOnce(act, number, sent());
  });

  it('though the process dies between call and record', async () => {
    const number = await act.order();
    const body = await act.body?.(number);
    const { sent } = watch(act, 'never');
    void harness.post(number, act.call, body);
    await expect.poll(sent).toBe(1);
    harness.market.setNetwork(null);
    expect((await harness.orderOf(number)).pending_action).toMatchObject({ kind: act.kind, state: 'sent' });
    const counted = watch(act, 'told');
    await harness.later(300);
    await tookEffectOnce(act, number, sent() + counted.sent());
  });

  it('though two members ask at once', async () => {
    const number = await act.order();
    // What each member fills in is read before either asks: it is refused once the action has taken effect.
    const bodies = [await act.body?.(number), await act.body?.(number)];
    const { sent } = watch(act, 'told');
    const answers = await Promise.all(bodies.map((body) => harness.post(number, act.call, body)));
    expect(answers.map(({ status }) => status)).toContain(200);
    await tookEffectOnce(act, number, sent());
  });

  it('at most, and ends, though the buyer changes the order just before the call arrives', async () => {
    const number = await act.order();
    const { channel } = act;
    const { shop } = harness.market.shop(channel);
    const { control } = harness.market.sandbox;
    const bySeller = () =>
      control
        .storedOrder(channel, shop, number)
        .events.filter(({ name, by }) => name === act.leaves && by === 'seller').length;
    watch(act, 'told', () => void control.orderEvent(channel, shop, number, act.buyer, {}));
    const answer = await send(act, number);
    await harness.later(300);
    for (const kind of ['orders', 'returns'] as const)
      await harness.market.pull(harness.market.shop(channel), kind);
    const actions = (await harness.actionsOf(number)).filter(({ kind }) => kind === act.kind);
    expect(actions).toHaveLength(1);
    const [{ state, outcome } = { state: null, outcome: null }] = actions;
    expect(['done', 'refused']).toContain(state);
    if (state === 'refused') {
      expect(answer.status).toBe(422);
      expect(outcome?.message?.code ?? '').not.toBe('');
    }
    expect(bySeller()).toBeLessThanOrEqual(1);
    expect((await harness.orderOf(number)).pending_action).toBeNull();
    await equalsMarketplace(act, number);
  });
});

/** The number of entries of the journal with this key about an order. */
async function entriesOf(orderId: number, key: string): Promise<number> {
  const entries = harness.market.ctx.db
    .selectFrom('activities')
    .select('id')
    .where('recipient_type', '=', 'Order')
    .where('recipient_id', '=', orderId)
    .where('key', '=', key);
  return (await entries.execute()).length;
}

describe('two members at once', () => {
  it('authorise one pickup', async () => {
    const number = await harness.buy('shopee', collected);
    expect((await harness.post(number, '/ready_to_collect')).status).toBe(200);
    await harness.later(120);
    const answers = await Promise.all([
      harness.post(number, '/pickup', {}),
      harness.post(number, '/pickup', {}),
    ]);
    expect(answers.map(({ status }) => status)).toContain(200);
    const order = await harness.orderOf(number);
    expect(order).toMatchObject({ state: 'outstanding_issues', pending_action: null });
    expect(await entriesOf(order.id, 'order.confirm_pickup')).toBe(1);
  });

  it('move an order to Completed once', async () => {
    const number = await harness.buy('shopee');
    await harness.happens('shopee', number, 'ship');
    const { id, state } = await harness.orderOf(number);
    expect(state).toBe('shipped');
    const path = `/api/stores/${String(harness.market.storeId)}/orders/set_print_shipping_label_at.json`;
    const move = () => server.call('POST', path, { token: harness.token, body: { order_ids: [id] } });
    const answers = await Promise.all([move(), move()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await harness.orderOf(number)).state).toBe('completed');
    expect(await entriesOf(id, 'order.move_to_completed')).toBe(1);
  });

  it('add one order', async () => {
    const { market } = harness;
    const { shop, marketplaceId } = market.shop('shopee');
    market.setNotices(false);
    const lines = [{ sku: 'TEE', quantity: 1 }];
    const { number } = market.sandbox.control.placeOrder('shopee', shop, { lines });
    const token = await openSession(market.ctx, await addUser(market.ctx, 'admin'));
    const add = () =>
      server.call('POST', `/api/stores/${String(market.storeId)}/orders.json`, {
        token,
        body: { order: { marketplace_id: marketplaceId, reference_number: number } },
      });
    const answers = await Promise.all([add(), add()]);
    market.setNotices(true);
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { order: { number } } });
    const found = market.ctx.db.selectFrom('orders').select('id').where('number', '=', number);
    expect(await found.execute()).toHaveLength(1);
    const [line] = (await harness.orderOf(number)).order_items;
    const movements = market.ctx.db
      .selectFrom('stock_movements')
      .select('adjustment')
      .where('cause', 'like', `line:${String(line?.id)}:%`);
    expect(await movements.execute()).toEqual([{ adjustment: -1 }]);
  });
});
