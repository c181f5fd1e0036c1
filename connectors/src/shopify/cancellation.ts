import { message } from '@evenstock/contract/messages/message';
import type {
  ActionResult,
  Cancellation,
  CancellationAsked,
  Effect,
  Reference,
} from '../kit/capabilities.ts';
import type { Access } from '../kit/access.ts';
import { rejected } from '../kit/errors.ts';
import { checking, done, catchRejection } from '../kit/rejections.ts';
import type { KnownRejection, Took } from '../kit/rejections.ts';
import { parseReply } from '../kit/read-records.ts';
import { graphql } from './client.ts';
import { cancelDocument, cancelledDocument, jobDocument } from './order-documents.ts';
import { giveBackAllButDelivery, quote } from './refunds.ts';
import { refusedBy } from './user-errors.ts';
import { cancelledOrder, cancelPayload, job } from './wire-actions.ts';
import { channel } from './channel.ts';

/** Reasons of a cancellation (shopify.md 4, cancelReason), in lower case; a seller cannot give STAFF. */
const reasons = [
  ['customer', message('asked.buyer_asked')],
  ['inventory', message('asked.out_of_stock')],
  ['fraud', message('asked.fraud')],
  ['declined', message('asked.payment_declined')],
  ['other', message('asked.other_reason')],
] as const;

const pollSeconds = 5;
/** shopify.md 6. */
const longestNote = 255;

/** The seller cancels a whole order (shopify.md 6: orderCancel): a job of Shopify cancels it and restocks its units. */
export const cancellation: Cancellation = {
  refund: { quote },
  choosesLines: false,
  reasons: () =>
    Promise.resolve(reasons.map(([key, label]) => ({ key, label, needsLines: false, needsDetail: false }))),
  cancel: {
    perform: (access, asked) => catchRejection(knownRejections, (took) => cancel(access, asked, took)),
    check: (access, asked, reference) => checking(() => cancelled(access, asked, reference)),
  },
};

async function cancel(access: Access, asked: CancellationAsked, took: Took): Promise<ActionResult> {
  if (await isCancelled(access, asked)) return done;
  const reason = reasons.find(([key]) => key === asked.reason.toLowerCase());
  if (reason === undefined) throw rejected('unknown_reason', message('refusals.reason_gone', { channel }));
  // The money first: of a cancelled order Shopify would give back all or nothing. After a fault between the two it continues from here.
  if (asked.refund === 'all_but_delivery') await giveBackAllButDelivery(access, asked, took);
  const { data } = await graphql(access, cancelDocument, {
    id: asked.order.channelId,
    reason: reason[0].toUpperCase(),
    // Without it the buyer gets nothing back by the cancellation. An authorisation that was not captured is released anyway.
    refundMethod: asked.refund === 'everything' ? { originalPaymentMethodsRefund: true } : null,
    note: asked.detail?.slice(0, longestNote) ?? null,
  });
  const payload = parseReply(cancelPayload, data['orderCancel'], 'orderCancel');
  refusedBy(payload.orderCancelUserErrors);
  if (payload.job === null || payload.job === undefined || payload.job.done) {
    return (await isCancelled(access, asked)) ? done : pending(payload.job?.id);
  }
  return pending(payload.job.id);
}

const pending = (jobId: string | undefined): ActionResult => ({
  outcome: 'pending',
  reference: jobId === undefined ? {} : { job: jobId },
  afterSeconds: pollSeconds,
});

async function isCancelled(access: Access, { order }: CancellationAsked): Promise<boolean> {
  const { data } = await graphql(access, cancelledDocument, { id: order.channelId });
  if (data['order'] === null || data['order'] === undefined) {
    throw rejected('NOT_FOUND', message('refusals.order_gone', { channel }));
  }
  return Boolean(parseReply(cancelledOrder, data['order'], 'order').cancelledAt);
}

/** A job that ended without cancelling the order did nothing, and may be started again. */
async function cancelled(
  access: Access,
  asked: CancellationAsked,
  reference: Reference | null,
): Promise<Effect> {
  const jobId = reference?.['job'];
  // The job is read before the order: one that ends in between would seem to have done nothing.
  const isRunning = jobId !== undefined && !(await jobIsDone(access, jobId));
  if (await isCancelled(access, asked)) return { effect: 'done' };
  return isRunning ? { effect: 'not_yet_known', afterSeconds: pollSeconds } : { effect: 'not_done' };
}

async function jobIsDone(access: Access, id: string): Promise<boolean> {
  const { data } = await graphql(access, jobDocument, { id });
  // A job that Shopify no longer knows is over.
  if (data['job'] === null || data['job'] === undefined) return true;
  return parseReply(job, data['job'], 'job').done;
}

/** What refuses a cancellation (shopify.md 6). */
const knownRejections: readonly KnownRejection[] = [
  { when: /^NOT_FOUND\b/, reason: message('refusals.order_gone', { channel }), mayPass: false },
  {
    when: /already been cancell?ed/i,
    reason: message('refusals.cancelled_already', { channel }),
    mayPass: false,
  },
  {
    when: /outstanding fulfillments/i,
    reason: message('refusals.shipped_in_part', { channel }),
    mayPass: true,
  },
  {
    when: /pending|being processed/i,
    reason: message('refusals.payment_in_progress', { channel }),
    mayPass: true,
  },
  {
    when: /return/i,
    reason: message('refusals.open_return', { channel }),
    mayPass: true,
  },
  {
    when: /NO_REFUND_PERMISSION/,
    reason: message('refusals.refund_not_allowed', { channel }),
    mayPass: false,
  },
];
