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
import type { KnownRejection } from '../kit/rejections.ts';
import { parseReply } from '../kit/read-records.ts';
import { graphql } from './client.ts';
import { cancelDocument, cancelledDocument, jobDocument } from './documents.ts';
import { refusedBy } from './user-errors.ts';
import { cancelledOrder, cancelPayload, job } from './wire-actions.ts';

/** Reasons of a cancellation (shopify.md 4, cancelReason), in lower case; STAFF is not a seller's to give. */
const reasons = [
  ['customer', 'Customer'],
  ['inventory', 'Inventory'],
  ['fraud', 'Fraud'],
  ['declined', 'Declined'],
  ['other', 'Other'],
] as const;

const pollSeconds = 5;
/** shopify.md 6. */
const longestNote = 255;

/** The seller cancels a whole order (shopify.md 6: orderCancel): Shopify does it in the background and restocks its units. */
export const cancellation: Cancellation = {
  choosesLines: false,
  reasons: () =>
    Promise.resolve(reasons.map(([key, label]) => ({ key, label, needsLines: false, needsDetail: false }))),
  cancel: {
    perform: (access, asked) => catchRejection(knownRejections, () => cancel(access, asked)),
    check: (access, asked, reference) => checking(() => cancelled(access, asked, reference)),
  },
};

async function cancel(access: Access, asked: CancellationAsked): Promise<ActionResult> {
  if (await isCancelled(access, asked)) return done;
  const reason = reasons.find(([key]) => key === asked.reason.toLowerCase());
  if (reason === undefined) throw rejected('unknown_reason', 'Choose a reason from the list.');
  const { data } = await graphql(access, cancelDocument, {
    id: asked.order.channelId,
    reason: reason[0].toUpperCase(),
    // Without it the buyer is not paid back; an authorisation that was not captured is released all the same.
    refundMethod: asked.refundShipping ? { originalPaymentMethodsRefund: true } : null,
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
    throw rejected('NOT_FOUND', 'Shopify has no such order in this shop. Sync the order and try again.');
  }
  return Boolean(parseReply(cancelledOrder, data['order'], 'order').cancelledAt);
}

/** A job that has ended without the order being cancelled did nothing: it may be asked for again. */
async function cancelled(
  access: Access,
  asked: CancellationAsked,
  reference: Reference | null,
): Promise<Effect> {
  const jobId = reference?.['job'];
  // The job is asked first: one that ends in between would else be taken for one that did nothing.
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
  {
    when: /already been cancell?ed/i,
    reason: 'The order is cancelled on Shopify already. Sync the order.',
    mayPass: false,
  },
  {
    when: /outstanding fulfillments/i,
    reason:
      'Shopify does not cancel an order of which something is shipped. Cancel that shipment in the shop’s admin first.',
    mayPass: true,
  },
  {
    when: /pending|being processed/i,
    reason: 'Shopify is still processing a payment of this order. Try again in a few minutes.',
    mayPass: true,
  },
  {
    when: /return/i,
    reason: 'Shopify does not cancel an order with an open return. Close the return first.',
    mayPass: true,
  },
  {
    when: /NO_REFUND_PERMISSION/,
    reason: 'Shopify does not let this app refund. Verify the marketplace again, or cancel without a refund.',
    mayPass: false,
  },
];
