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

/** The seller cancels a whole order (tiktok.md 6); single lines can be cancelled in the US and the UK only. */
export const cancellation: Cancellation = {
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

const plain = (key: string, label: string): Reason => ({
  key,
  label,
  needsLines: false,
  needsDetail: false,
});

/**
 * tiktok.md 6: the reasons for an order that is not paid yet. "Out of stock" stands last: choosing it makes TikTok set the SKU
 * to 0, so nobody should come upon it first.
 */
export const unpaidReasons: readonly Reason[] = [
  plain('seller_cancel_unpaid_reason_buyer_requested_cancellation', 'The buyer asked to cancel'),
  plain(
    'seller_cancel_unpaid_reason_buyer_hasnt_paid_within_time_allowed',
    'The buyer has not paid in the time allowed',
  ),
  plain('seller_cancel_unpaid_reason_wrong_price', 'Wrong price'),
  plain('seller_cancel_unpaid_reason_out_of_stock', 'Out of stock (TikTok sets its quantity to 0)'),
];

/** tiktok.md 6: the reasons for an order that is paid. */
export const paidReasons: readonly Reason[] = [
  plain('seller_cancel_paid_reason_buyer_requested_cancellation', 'The buyer asked to cancel'),
  plain('seller_cancel_paid_reason_address_not_deliver', 'The address cannot be delivered to'),
  plain('seller_cancel_reason_wrong_price', 'Wrong price'),
  plain('seller_cancel_reason_out_of_stock', 'Out of stock (TikTok sets its quantity to 0)'),
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

/** The order as it stands, and what became of the seller's cancellation of it: of the one named, else of the latest. */
async function cancelled(access: Access, ref: OrderRef, cancelId: string | null): Promise<Effect> {
  const order = await readOrderNow(access, ref);
  if (isCancelled(order.status)) return { effect: 'done' };
  const row = await latestCancellation(access, ref, 'seller');
  const stage = row === null ? null : stageOf(row.cancel_status);
  if (stage === 'granted') return { effect: 'done' };
  if (stage === 'open' || stage === 'unknown') {
    return { effect: 'not_yet_known', afterSeconds: waitSeconds };
  }
  // One that was closed before is no answer to this one.
  return row !== null && row.cancel_id === cancelId
    ? { effect: 'refused', code: row.cancel_status, reason: closedWords }
    : { effect: 'not_done' };
}

const closedWords =
  'TikTok closed the cancellation of this order without cancelling it. Sync the order to see where it stands.';
const wholeOnlyWords = 'TikTok cancels whole orders only. Cancel all of it, or leave it.';

const knownRejections: readonly KnownRejection[] = [
  {
    when: /^25001001\b/,
    reason:
      'TikTok does not let this order be cancelled any more as it stands now. Sync the order to see where it is.',
    mayPass: false,
  },
];
