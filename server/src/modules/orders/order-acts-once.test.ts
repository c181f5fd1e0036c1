import type { ActionKind } from '@evenstock/contract/actions';
import type { ChannelKind } from '@evenstock/contract/channels';
import type { OrderAction } from '@evenstock/contract/orders';
import { listDisputeReasons } from '@evenstock/contract/returns';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openOrderDesk, type OrderDesk } from '../../testing/order-desk.ts';

/* Shipping and accepting a return are tested in the same ways beside their modules. */

let desk: OrderDesk;
beforeAll(async () => {
  desk = await openOrderDesk(['shopee', 'tiktok', 'amazon-sg']);
  for (const shop of desk.market.shops) await desk.market.pull(shop, 'returns');
});
afterAll(() => desk.close());
beforeEach(() => desk.market.setNetwork(null));

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
}

const collected = { self_collect: true };
const reasonKeys = z.object({ reasons: z.array(z.object({ key: z.string() })) });

async function asked(): Promise<string> {
  const number = await desk.buy('shopee');
  await desk.happens('shopee', number, 'request_cancellation');
  return number;
}

const acts: readonly Act[] = [
  {
    kind: 'order.ready_to_collect',
    action: 'ready_to_collect',
    channel: 'shopee',
    order: () => desk.buy('shopee', collected),
    call: '/ready_to_collect',
    effect: { address: 'update_self_collection_order_logistics' },
  },
  {
    kind: 'order.confirm_pickup',
    action: 'confirm_pickup',
    channel: 'amazon-sg',
    async order() {
      const number = await desk.buy('amazon-sg', collected);
      await desk.post(number, '/ready_to_collect');
      await desk.later(120);
      return number;
    },
    call: '/pickup',
    body: () => Promise.resolve({}),
    effect: { address: '/shipment', body: 'PickedUp' },
  },
  {
    kind: 'order.cancel',
    action: 'cancel',
    channel: 'shopee',
    order: () => desk.buy('shopee'),
    call: '/cancel',
    body: () => Promise.resolve({ cancel: { reason_id: 'CUSTOMER_REQUEST' } }),
    effect: { address: 'cancel_order' },
  },
  {
    kind: 'order.accept_cancellation',
    action: 'accept_cancellation',
    channel: 'shopee',
    order: asked,
    call: '/accept_cancellation',
    effect: { address: 'handle_buyer_cancellation' },
  },
  {
    kind: 'order.reject_cancellation',
    action: 'reject_cancellation',
    channel: 'tiktok',
    async order() {
      const number = await desk.buy('tiktok');
      await desk.happens('tiktok', number, 'request_cancellation');
      return number;
    },
    call: '/reject_cancellation',
    async body(number) {
      const { body } = await desk.get(number, '/cancellation_refusal_reasons');
      return { order: { reason: reasonKeys.parse(body).reasons[0]?.key } };
    },
    effect: { address: '/reject?' },
  },
  {
    kind: 'order.dispute_return',
    action: 'dispute_return',
    channel: 'tiktok',
    async order() {
      const number = await desk.buy('tiktok');
      for (const event of ['ship', 'deliver', 'request_return'] as const)
        await desk.happens('tiktok', number, event);
      await desk.later(120);
      await desk.market.pull(desk.market.shop('tiktok'), 'returns');
      return number;
    },
    call: '/dispute_return',
    async body(number) {
      const { body } = await desk.get(number, '/dispute_reasons');
      const [reason] = listDisputeReasons.reply.parse(body).reasons;
      return { order: { reason: reason?.key, text_reason: 'It was whole.' } };
    },
    effect: { address: '/reject?' },
  },
];

/** Counts the calls that have the effect; the answer to the first is delivered, lost or never given. */
function watch({ effect }: Act, answer: 'told' | 'lost' | 'never'): { readonly sent: () => number } {
  let sent = 0;
  desk.market.setNetwork(async ({ url, body }, go) => {
    const isEffect = url.includes(effect.address) && body.includes(effect.body ?? '');
    if (isEffect) sent += 1;
    const told = await go();
    if (isEffect && sent === 1 && answer === 'lost') throw new TypeError('fetch failed');
    if (sent > 0 && answer === 'never') return new Promise<never>(() => undefined);
    return told;
  });
  return { sent: () => sent };
}

const send = async ({ call, body }: Act, number: string) => desk.post(number, call, await body?.(number));

/** Expects that one call had the effect, and that the action is no longer offered. */
async function tookEffectOnce(act: Act, number: string, sent: number): Promise<void> {
  await desk.later(300);
  await desk.market.pull(desk.market.shop(act.channel), 'orders');
  expect(sent).toBe(1);
  const actions = (await desk.actionsOf(number)).filter(({ kind }) => kind === act.kind);
  // A member who asks after the first action has ended gets a second one that finds the order as wanted.
  expect(new Set(actions.map(({ state }) => state))).toEqual(new Set(['done']));
  const order = await desk.orderOf(number);
  expect(order.pending_action).toBeNull();
  expect(order.actions).not.toContain(act.action);
}

describe.each(acts.map((act) => [act.kind, act] as const))('%s takes effect once', (_kind, act) => {
  it('though its answer is lost', async () => {
    const number = await act.order();
    expect((await desk.orderOf(number)).actions).toContain(act.action);
    const { sent } = watch(act, 'lost');
    expect((await send(act, number)).status).toBe(200);
    await desk.later(300);
    await tookEffectOnce(act, number, sent());
  });

  it('though the process dies between call and record', async () => {
    const number = await act.order();
    const body = await act.body?.(number);
    const { sent } = watch(act, 'never');
    void desk.post(number, act.call, body);
    await expect.poll(sent).toBe(1);
    desk.market.setNetwork(null);
    expect((await desk.orderOf(number)).pending_action).toMatchObject({ kind: act.kind, state: 'sent' });
    const counted = watch(act, 'told');
    await desk.later(300);
    await tookEffectOnce(act, number, sent() + counted.sent());
  });

  it('though two members ask at once', async () => {
    const number = await act.order();
    const { sent } = watch(act, 'told');
    const answers = await Promise.all([send(act, number), send(act, number)]);
    expect(answers.map(({ status }) => status)).toContain(200);
    await tookEffectOnce(act, number, sent());
  });
});
