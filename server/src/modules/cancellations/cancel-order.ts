import type {
  CancellationAsked,
  cancelOrder as endpoint,
} from '@evenstock/contract/cancellations/cancellations';
import { formatMoney } from '@evenstock/contract/values/money';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { invalidFields, type Call } from '../../api/routing.ts';
import { actOnOrder, type OrderActKind } from '../orders/acts/act-on-order.ts';
import { callForOrder } from '../orders/acts/call-for-order.ts';
import { defineOrderAction } from '../orders/acts/define-order-action.ts';
import type { OrderToActOn } from '../orders/order/order-to-act-on.ts';
import { readCancellation, type AskedCancellation, type CancellationOffer } from './cancellation.rules.ts';

/** The schema of `AskedCancellation`, as the rows of actions keep it. */
const askedCancellation = z.object({
  reason: z.string(),
  detail: z.string().nullable(),
  order_item_ids: z.array(z.number()).nullable(),
  refund: z.enum(['everything', 'all_but_delivery', 'nothing']).optional(),
  refunded: z.object({ amount: z.number(), currency: z.string() }).nullish(),
  /** Of rows from before there was a choice of three. */
  refund_delivery_fee: z.boolean().optional(),
});

/** The action that cancels an order, or some of its items. */
export const cancelOrderAction = defineOrderAction({
  kind: 'order.cancel',
  asked: askedCancellation,
  of: (connector) => connector.cancellation?.cancel,
  mayZeroListings: true,
  itemsOf: ({ order_item_ids: itemIds }) => itemIds,
  fill: ({ order, attemptKey, lines }, { reason, detail, refund, refund_delivery_fee: withFee }) => ({
    order,
    attemptKey,
    lines,
    reason,
    detail,
    refund: refund ?? (withFee === false ? 'all_but_delivery' : 'everything'),
  }),
});

export const cancelling: OrderActKind = {
  kind: 'order.cancel',
  activity: 'order.cancel',
  action: 'cancel',
  leadsTo(asked) {
    const { order_item_ids: itemIds, refunded } = askedCancellation.parse(asked);
    return {
      ...(itemIds === null ? { state: 'failed_orders' } : {}),
      ...(refunded == null ? {} : { buyer_refund: formatMoney(refunded.amount, refunded.currency) }),
    };
  },
};

/** Cancels an order: validates the request against the marketplace's reasons, and performs the action. See `actOnOrder`. */
export function cancelOrder(call: Call<typeof endpoint>): ReturnType<typeof actOnOrder> {
  const { ctx, params, body } = call;
  return actOnOrder(call, params.referenceNumber, cancelling, body.cancel, (read) =>
    askedCancellationOf(ctx, read, body.cancel),
  );
}

/**
 * Validates the request of a cancellation against what the marketplace offers now.
 * @throws Refusal 422 by field, or under 'order' with why the marketplace refuses
 * @throws ChannelError where it does not answer
 */
export async function askedCancellationOf(
  ctx: Context,
  order: OrderToActOn,
  given: CancellationAsked,
): Promise<AskedCancellation> {
  const { asked, faults } = readCancellation(given, await readCancellationOffer(ctx, order), order);
  if (faults !== null) throw invalidFields(faults);
  return asked;
}

/**
 * Reads from its marketplace why an order may be cancelled, and what its buyer would get back.
 * @throws Refusal 422 under 'order' with why it cannot be cancelled
 * @throws ChannelError where it does not answer
 */
export async function readCancellationOffer(ctx: Context, order: OrderToActOn): Promise<CancellationOffer> {
  const choosesLines = ctx.connectors[order.channel].cancellation?.choosesLines ?? false;
  return callForOrder(ctx, order, async (access, { cancellation }) => ({
    reasons: (await cancellation?.reasons(access, order.ref)) ?? [],
    choosesLines,
    refund: (await cancellation?.refund?.quote(access, order.ref)) ?? null,
  }));
}
