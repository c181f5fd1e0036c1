import { fromChannel, message } from '@evenstock/contract/messages/message';
import type {
  ActionResult,
  BuyerCancellation,
  CancellationAnswer,
  Effect,
  OrderRef,
  Reason,
} from '../kit/capabilities.ts';
import type { Access } from '../kit/access.ts';
import { rejected, throttled } from '../kit/errors.ts';
import { checking, done, catchRejection } from '../kit/rejections.ts';
import type { KnownRejection } from '../kit/rejections.ts';
import { latestCancellation, stageOf } from './cancellation-rows.ts';
import { callShop, dataOf } from './client.ts';
import { isCancelled } from './order-statuses.ts';
import { readOrderNow } from './packages.ts';
import { rejectReasons } from './wire.ts';
import type { CancellationRow } from './wire.ts';

/** The seller answers a buyer who asks to cancel (tiktok.md 6: approve, reject). */
export const buyerCancellation: BuyerCancellation = {
  canRefuse: true,

  async refusalReasons(access, order) {
    const row = await latestCancellation(access, order, 'buyer');
    const stage = row === null ? null : stageOf(row.cancel_status);
    if (row === null || (stage !== 'open' && stage !== 'unknown')) {
      await mustNotBeAsked(access, order);
      throw rejected('nothing_asked', nothingAskedWords);
    }
    return readRejectReasons(access, row.cancel_id);
  },

  answer: {
    perform: (access, asked) => catchRejection(knownRejections, () => answer(access, asked)),
    check: (access, asked) =>
      checking(async () => effectOf(await latestCancellation(access, asked.order, 'buyer'), asked)),
  },
};

/** tiktok.md 6: the reasons to refuse this cancellation or return, in English. */
export async function readRejectReasons(access: Access, id: string): Promise<Reason[]> {
  const path = '/return_refund/202309/reject_reasons';
  const query = { return_or_cancel_id: id, locale: 'en-US' };
  const reply = await callShop(access, { method: 'GET', path, query, group: 'aftersales' });
  return dataOf(rejectReasons, reply, path).reasons.map(({ name, text }) => ({
    key: name,
    label: fromChannel(text ?? name),
    needsLines: false,
    needsDetail: false,
  }));
}

async function answer(access: Access, asked: CancellationAnswer): Promise<ActionResult> {
  const row = await latestCancellation(access, asked.order, 'buyer');
  const effect = effectOf(row, asked);
  // No request is open where an earlier try took effect and its reply was lost.
  if (effect.effect === 'done') return done;
  if (row === null || effect.effect === 'refused') {
    await mustNotBeAsked(access, asked.order);
    throw rejected('nothing_asked', nothingAskedWords);
  }
  if (!asked.accepts && asked.reason === null) {
    throw rejected('reason_needed', message('refusals.reason_needed'));
  }
  const path = `/return_refund/202309/cancellations/${encodeURIComponent(row.cancel_id)}`;
  await callShop(access, {
    method: 'POST',
    path: asked.accepts ? `${path}/approve` : `${path}/reject`,
    query: { idempotency_key: asked.attemptKey },
    ...(asked.accepts ? {} : { body: { reject_reason: asked.reason } }),
    group: 'aftersales',
  });
  return done;
}

/** An order that says that its buyer asks is not answered with "nothing was asked": the list of requests is behind. */
async function mustNotBeAsked(access: Access, ref: OrderRef): Promise<void> {
  const order = await readOrderNow(access, ref);
  if (order.is_buyer_request_cancel && !isCancelled(order.status)) throw throttled(60);
}

/** Approving leads to success and completion, refusing ends the request; the buyer may end it too (tiktok.md 6). */
function effectOf(row: CancellationRow | null, { accepts }: CancellationAnswer): Effect {
  const stage = row === null ? 'none' : stageOf(row.cancel_status);
  // A status that is not documented may still be an open request.
  if (stage === 'open' || stage === 'unknown') return { effect: 'not_done' };
  if (stage === (accepts ? 'granted' : 'ended')) return { effect: 'done' };
  return { effect: 'refused', code: 'nothing_asked', reason: nothingAskedWords };
}

const nothingAskedWords = message('refusals.no_cancellation_asked');

const knownRejections: readonly KnownRejection[] = [
  { when: /^25001001\b/, reason: nothingAskedWords, mayPass: false },
];
