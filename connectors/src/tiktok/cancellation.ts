import { message, type Message } from '@evenstock/contract/messages/message';
import type {
  ActionResult,
  Cancellation,
  CancellationAsked,
  Effect,
  OrderRef,
  Reason,
} from '../kit/capabilities.ts';
import type { Access } from '../kit/access.ts';
import { rejected } from '../kit/errors.ts';
import { checking, done, catchRejection } from '../kit/rejections.ts';
import type { KnownRejection } from '../kit/rejections.ts';
import { latestCancellation, stageOf } from './cancellation-rows.ts';
import { callShop, dataOf } from './client.ts';
import { isCancelled, statusOf } from './order-statuses.ts';
import { readOrderNow } from './packages.ts';
import { cancellationMade } from './wire.ts';
import { channel } from './channel.ts';

/** The seller cancels a whole order (tiktok.md 6); single lines can be cancelled in the US and the UK only. */
export const cancellation: Cancellation = {
  refund: null,
  choosesLines: false,

  async reasons(access, ref) {
    const { status } = await readOrderNow(access, ref);
    return statusOf(status).state === 'unpaid' ? unpaidReasons : paidReasons;
  },

  cancel: {
    perform: (access, asked) => catchRejection(knownRejections, () => cancel(access, asked)),
    check: (access, { order }, reference) =>
      checking(() => cancelled(access, order, reference?.['cancelId'] ?? null)),
  },
};

const plain = (key: string, label: Message): Reason => ({
  key,
  label,
  needsLines: false,
  needsDetail: false,
});

/**
 * tiktok.md 6: the reasons for an order that is not paid yet. "Out of stock" is last, as TikTok then
 * sets the SKU to 0.
 */
export const unpaidReasons: readonly Reason[] = [
  plain('seller_cancel_unpaid_reason_buyer_requested_cancellation', message('asked.buyer_asked')),
  plain('seller_cancel_unpaid_reason_buyer_hasnt_paid_within_time_allowed', message('asked.buyer_unpaid')),
  plain('seller_cancel_unpaid_reason_wrong_price', message('asked.price_wrong')),
  plain('seller_cancel_unpaid_reason_out_of_stock', message('asked.out_of_stock_zeroes', { channel })),
];

/** tiktok.md 6: the reasons for an order that is paid. */
export const paidReasons: readonly Reason[] = [
  plain('seller_cancel_paid_reason_buyer_requested_cancellation', message('asked.buyer_asked')),
  plain('seller_cancel_paid_reason_address_not_deliver', message('asked.undeliverable')),
  plain('seller_cancel_reason_wrong_price', message('asked.price_wrong')),
  plain('seller_cancel_reason_out_of_stock', message('asked.out_of_stock_zeroes', { channel })),
];

const waitSeconds = 10;

async function cancel(access: Access, asked: CancellationAsked): Promise<ActionResult> {
  if (asked.lines !== null) throw rejected('whole_order_only', wholeOnlyWords);
  const before = await cancelled(access, asked.order, null);
  if (before.effect === 'done') return done;
  if (before.effect === 'not_yet_known') return pending(null);
  const path = '/return_refund/202309/cancellations';
  const answer = await callShop(access, {
    method: 'POST',
    path,
    query: { idempotency_key: asked.attemptKey },
    body: { order_id: asked.order.channelId, cancel_reason: asked.reason },
    group: 'aftersales',
  });
  const { cancel_id: id, cancel_status: status } = dataOf(cancellationMade, answer, path);
  return stageOf(status ?? '') === 'granted' ? done : pending(id);
}

const pending = (cancelId: string | null): ActionResult => ({
  outcome: 'pending',
  reference: cancelId === null ? {} : { cancelId },
  afterSeconds: waitSeconds,
});

/** The order now, and the outcome of the seller's cancellation: of the named one, else of the latest. */
async function cancelled(access: Access, ref: OrderRef, cancelId: string | null): Promise<Effect> {
  const order = await readOrderNow(access, ref);
  if (isCancelled(order.status)) return { effect: 'done' };
  const row = await latestCancellation(access, ref, 'seller');
  const stage = row === null ? null : stageOf(row.cancel_status);
  if (stage === 'granted') return { effect: 'done' };
  if (stage === 'open' || stage === 'unknown') {
    return { effect: 'not_yet_known', afterSeconds: waitSeconds };
  }
  // A cancellation that was closed before does not answer this one.
  return row !== null && row.cancel_id === cancelId
    ? { effect: 'refused', code: row.cancel_status, reason: closedWords }
    : { effect: 'not_done' };
}

const closedWords = message('refusals.cancellation_closed', { channel });
const wholeOnlyWords = message('refusals.whole_orders_only', { channel });

const knownRejections: readonly KnownRejection[] = [
  {
    when: /^25001001\b/,
    reason: message('refusals.not_cancellable', { channel }),
    mayPass: false,
  },
];
