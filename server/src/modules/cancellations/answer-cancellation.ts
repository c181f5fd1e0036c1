import type {
  acceptCancellation as acceptEndpoint,
  rejectCancellation as rejectEndpoint,
} from '@evenstock/contract/cancellations/cancellations';
import { message } from '@evenstock/contract/messages/message';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { invalid, type Call } from '../../api/routing.ts';
import { actOnOrder, type OrderActKind } from '../orders/acts/act-on-order.ts';
import { callForOrder } from '../orders/acts/call-for-order.ts';
import { defineOrderAction } from '../orders/acts/define-order-action.ts';
import type { OrderToActOn } from '../orders/order/order-to-act-on.ts';

const answering = (kind: 'order.accept_cancellation' | 'order.reject_cancellation') =>
  defineOrderAction({
    kind,
    asked: z.object({ reason: z.string().nullable() }),
    of: (connector) => connector.buyerCancellation?.answer,
    itemsOf: () => null,
    fill: ({ order, attemptKey }, { reason }) => ({
      order,
      attemptKey,
      accepts: kind === 'order.accept_cancellation',
      reason,
    }),
  });

/** The actions that answer a buyer who asks to cancel. */
export const acceptCancellationAction = answering('order.accept_cancellation');
export const rejectCancellationAction = answering('order.reject_cancellation');

/** The request of a member who accepts. */
export const accepting: OrderActKind = {
  kind: 'order.accept_cancellation',
  activity: 'order.accept_cancellation',
  action: 'accept_cancellation',
  leadsTo: () => ({ state: 'failed_orders' }),
};
/** The request of a member who refuses. */
export const rejecting: OrderActKind = {
  kind: 'order.reject_cancellation',
  activity: 'order.reject_cancellation',
  action: 'reject_cancellation',
  leadsTo: () => ({ cancellation_requested: false }),
};

/** Accepts a buyer's request to cancel. See `actOnOrder`. */
export function acceptCancellation(call: Call<typeof acceptEndpoint>): ReturnType<typeof actOnOrder> {
  const asked = { reason: null };
  return actOnOrder(call, call.params.referenceNumber, accepting, null, () => Promise.resolve(asked));
}

/** Refuses a buyer's request to cancel, with a reason where the marketplace asks for one. See `actOnOrder`. */
export function rejectCancellation(call: Call<typeof rejectEndpoint>): ReturnType<typeof actOnOrder> {
  const { ctx, params, body } = call;
  return actOnOrder(call, params.referenceNumber, rejecting, body.order ?? null, (read) =>
    askedRefusalOf(ctx, read, body.order?.reason ?? null),
  );
}

/**
 * What is asked of the marketplace to refuse a request.
 * @throws Refusal 422 under 'reason'; as `readRefusalReasons`
 */
export async function askedRefusalOf(
  ctx: Context,
  order: OrderToActOn,
  reason: string | null,
): Promise<{ reason: string | null }> {
  return { reason: reasonAmong(await readRefusalReasons(ctx, order), reason) };
}

type Reasons = Awaited<ReturnType<typeof readRefusalReasons>>;

/** @throws Refusal 422 under 'reason' where one is asked for and none of those is given */
function reasonAmong(reasons: Reasons, given: string | null): string | null {
  if (reasons.length === 0) return null;
  if (given === null || given === '') throw invalid('reason', message('cancellations.reason_required'));
  if (!reasons.some(({ key }) => key === given))
    throw invalid('reason', message('cancellations.reason_gone'));
  return given;
}

/**
 * Reads from its marketplace why a buyer's request to cancel may be refused.
 * @throws Refusal 422 under 'order' with why there is nothing to refuse
 * @throws ChannelError where it does not answer
 */
export function readRefusalReasons(ctx: Context, order: OrderToActOn) {
  return callForOrder(
    ctx,
    order,
    async (access, { buyerCancellation }) =>
      (await buyerCancellation?.refusalReasons(access, order.ref)) ?? [],
  );
}
