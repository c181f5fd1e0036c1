import type { Reason as ChannelReason, Refund, RefundQuote } from '@evenstock/connectors/kit/capabilities';
import {
  acceptCancellation as acceptCancellationEndpoint,
  cancelOrder as cancelOrderEndpoint,
  listRefusalReasons,
  newestReasonCalls,
  reasonCalls,
  rejectCancellation as rejectCancellationEndpoint,
  type CancellationOffer,
  type Reason,
} from '@evenstock/contract/cancellations/cancellations';
import { channels, type ChannelKind } from '@evenstock/contract/channels/channels';
import {
  massAcceptCancellations as massAcceptEndpoint,
  massCancelOrders as massCancelOrdersEndpoint,
  massRejectCancellations as massRejectEndpoint,
} from '@evenstock/contract/fulfilment/mass-actions';
import {
  listMassAcceptanceForms,
  listMassCancellationForms,
  listMassRefusalForms,
} from '@evenstock/contract/fulfilment/mass-forms';
import { formatMoney, toMajor } from '@evenstock/contract/values/money';
import { english } from '@evenstock/contract/messages/english';
import type { Context } from '../../context.ts';
import { route, type Route } from '../../api/routing.ts';
import { requireOffered } from '../orders/acts/act-on-order.ts';
import { orderToActOn, type OrderToActOn } from '../orders/order/order-to-act-on.ts';
import { readMassForms } from '../orders/acts/read-mass-forms.ts';
import { acceptCancellation, readRefusalReasons, rejectCancellation } from './answer-cancellation.ts';
import { refundedBy } from './cancellation.rules.ts';
import { newestWaiting } from './cancellations.queries.ts';
import { massAcceptCancellations, massRejectCancellations } from './mass-answer-cancellations.ts';
import { massCancelOrders } from './mass-cancel-orders.ts';
import { cancelOrder, readCancellationOffer } from './cancel-order.ts';

const shown = ({ key, label, needsLines, needsDetail }: ChannelReason): Reason => ({
  key,
  label: english(label),
  label_message: label,
  needs_items: needsLines,
  needs_detail: needsDetail,
});

const textFields = { detail: 'reason_detail', memo: 'memo' } as const;

/** What must be known to cancel an order. See `readCancellationOffer`. */
async function describeOffer(ctx: Context, order: OrderToActOn): Promise<CancellationOffer> {
  const offer = await readCancellationOffer(ctx, order);
  return {
    ...formOf(order.channel),
    reasons: offer.reasons.map(shown),
    chooses_items: offer.choosesLines,
    refund: offer.refund === null || offer.refund.everything === 0 ? null : shownRefund(offer.refund),
  };
}

function shownRefund(quote: RefundQuote): NonNullable<CancellationOffer['refund']> {
  const { currency } = quote;
  const major = (choice: Refund) => toMajor(refundedBy[choice](quote), currency);
  const formatted = (choice: Refund) => formatMoney(refundedBy[choice](quote), currency);
  return {
    currency,
    everything: major('everything'),
    formatted_everything: formatted('everything'),
    all_but_delivery: major('all_but_delivery'),
    formatted_all_but_delivery: formatted('all_but_delivery'),
    nothing: major('nothing'),
    formatted_nothing: formatted('nothing'),
  };
}

/** What a channel's dialog asks for beside a reason. */
function formOf(
  channel: ChannelKind,
): Pick<CancellationOffer, 'text_field' | 'offers_delivery_refund' | 'refund_decided_by'> {
  const { text, refundsDelivery } = channels[channel].cancellation;
  return {
    text_field: text === null ? null : textFields[text],
    offers_delivery_refund: refundsDelivery,
    refund_decided_by: refundsDelivery ? 'seller' : 'marketplace',
  };
}

export const cancellationsRoutes: readonly Route[] = [
  route(cancelOrderEndpoint, cancelOrder),
  route(massCancelOrdersEndpoint, massCancelOrders),
  route(massAcceptEndpoint, massAcceptCancellations),
  route(massRejectEndpoint, massRejectCancellations),
  route(acceptCancellationEndpoint, acceptCancellation),
  route(rejectCancellationEndpoint, rejectCancellation),
  route(listRefusalReasons, async ({ ctx, store, params }) => {
    const order = await orderToActOn(ctx, store.id, params.referenceNumber);
    requireOffered(order, 'reject_cancellation');
    return { reasons: (await readRefusalReasons(ctx, order)).map(shown) };
  }),
  // Each channel's path returns the reasons of the named order, whatever the order's channel.
  ...reasonCalls.map(({ reasons }) =>
    route(reasons, async ({ ctx, store, params }) => {
      const order = await orderToActOn(ctx, store.id, params.referenceNumber);
      requireOffered(order, 'cancel');
      return describeOffer(ctx, order);
    }),
  ),
  // No marketplace lists its reasons without an order.
  ...newestReasonCalls.map(({ channel, reasons }) =>
    route(reasons, async ({ ctx, store }) => {
      const waiting = await newestWaiting(ctx.db, store.id, channel);
      if (waiting === null) return { ...formOf(channel), reasons: [], chooses_items: false, refund: null };
      const order = await orderToActOn(ctx, store.id, waiting);
      requireOffered(order, 'cancel');
      return describeOffer(ctx, order);
    }),
  ),
  route(listMassAcceptanceForms, ({ ctx, store, query }) =>
    readMassForms(
      ctx,
      store.id,
      query.q.id_in,
      () => 'accept_cancellation',
      () => Promise.resolve({}),
    ),
  ),
  route(listMassRefusalForms, ({ ctx, store, query }) =>
    readMassForms(
      ctx,
      store.id,
      query.q.id_in,
      () => 'reject_cancellation',
      async (order) => ({ reasons: (await readRefusalReasons(ctx, order)).map(shown) }),
    ),
  ),
  route(listMassCancellationForms, ({ ctx, store, query }) =>
    readMassForms(
      ctx,
      store.id,
      query.q.id_in,
      () => 'cancel',
      (order) => describeOffer(ctx, order),
    ),
  ),
];
