import type { LineUnits, OrderRef } from '@evenstock/connectors/kit/capabilities';
import { channelKind, type ChannelKind } from '@evenstock/contract/channels/channels';
import type { OrderAction } from '@evenstock/contract/orders/orders';
import type { OrderState } from '@evenstock/contract/orders/order-states';
import type { Context } from '../../../context.ts';
import type { Handle } from '../../../platform/database/database.ts';
import { notFound } from '../../../api/routing.ts';
import {
  orderActions,
  restockableUnits,
  type ReturnFacts,
  type WithheldAction,
} from './order-actions.rules.ts';
import { findOrder, type WholeOrder } from './order-page.queries.ts';

/** An order with the facts that decide its actions. */
export interface OrderToActOn {
  readonly id: number;
  readonly storeId: number;
  readonly referenceNumber: string;
  readonly state: OrderState;
  readonly marketplace: { readonly id: number; readonly name: string };
  readonly channel: ChannelKind;
  readonly ref: OrderRef;
  readonly lines: readonly OrderLine[];
  /** The return that is shown with it, by our id and the marketplace's. */
  readonly returned: { readonly id: number; readonly channelReturnId: string } | null;
  /** The kind of the unfinished action; null where there is none. */
  readonly pending: WholeOrder['pending_action_kind'];
  readonly pendingId: number | null;
  /** The buyer asks to cancel it. */
  readonly cancellationRequested: boolean;
  /** The order was set ready to collect, by a member or its marketplace. */
  readonly isReadyToCollect: boolean;
  /** A member has confirmed that the buyer collected it. */
  readonly isCollected: boolean;
  readonly offers: readonly OrderAction[];
  /** The subset of `offers` that is recorded in Evenstock only. */
  readonly recordedHere: readonly OrderAction[];
  readonly withheld: readonly WithheldAction[];
}

export interface OrderLine extends LineUnits {
  readonly itemId: number;
  readonly isFulfilled: boolean;
  /** The SKU of the listing; null where none is matched. */
  readonly variantId: number | null;
  /** The marketplace's id of the variant. */
  readonly channelVariantId: string | null;
}

/** The actions that are possible for an order now, and why the others are not. */
export function actionsOf(ctx: Context, order: WholeOrder): ReturnType<typeof orderActions> {
  const channel = channelKind.parse(order.channel);
  const { returnAcceptance, returnDispute, ...connector } = ctx.connectors[channel];
  const { fulfilment, selfCollect, pickup, cancellation, buyerCancellation } = connector;
  return orderActions({
    channel,
    capabilities: {
      ships: fulfilment !== undefined,
      setsReady: selfCollect !== undefined,
      cancels: cancellation !== undefined,
      acceptsCancellation: buyerCancellation !== undefined,
      refusesCancellation: buyerCancellation?.canRefuse ?? false,
      acceptsReturn: returnAcceptance !== undefined,
      disputesReturn: returnDispute !== undefined,
      hearsOfPickups: pickup !== undefined,
    },
    marketplace: { name: order.marketplace_name, isVerified: order.marketplace_state_now === 'verified' },
    state: order.state,
    marketplaceState: order.marketplace_state,
    category: order.category,
    sentBy: order.sent_by,
    shippingType: order.shipping_type,
    hasTracking: order.order_items.some(({ tracking_code: code }) => code !== null),
    isBuyerDeleted: order.buyer_deleted_at !== null,
    shippedHere: order.shipped_here,
    cancellationRequested: isToCancel(order),
    returned: order.shown_return === null ? null : returnFacts(order, order.shown_return, ctx.clock.now()),
    isPending: order.pending_action_id !== null,
    restockable: order.order_items.reduce((sum, item) => sum + restockableUnits(item), 0),
  });
}

/** Whether the buyer asks to cancel. */
const isToCancel = (order: WholeOrder): boolean => order.state_reason === 'orders.cancellation_requested';

function returnFacts(
  order: WholeOrder,
  shown: NonNullable<WholeOrder['shown_return']>,
  now: Date,
): ReturnFacts {
  return {
    canAccept: shown.can_accept,
    canDispute: shown.can_dispute,
    isPending: shown.state === 'pending',
    isOverdue: shown.due_at !== null && new Date(shown.due_at) <= now,
    isRestocked: order.order_items.some(({ restocked }) => restocked > 0),
    isAnsweredHere: shown.answered_here,
  };
}

/**
 * An order by its reference number, with the actions that are possible now.
 * @throws Refusal 404
 */
export async function orderToActOn(
  ctx: Context,
  storeId: number,
  reference: string,
  db: Handle = ctx.db,
): Promise<OrderToActOn> {
  const order = await findOrder(db, storeId, reference);
  if (order === null) throw notFound('order');
  const { offered, withheld, recordedHere } = actionsOf(ctx, order);
  return {
    id: order.id,
    storeId,
    referenceNumber: order.reference_number,
    state: order.state,
    marketplace: { id: order.marketplace_id, name: order.marketplace_name },
    channel: channelKind.parse(order.channel),
    ref: {
      number: order.number,
      channelId: order.channel_order_id,
      lines: order.order_items.map(({ channel_line_id: lineId }) => ({ lineId })),
    },
    lines: order.order_items.map((item) => ({
      itemId: item.id,
      lineId: item.channel_line_id,
      unitIds: item.unit_ids,
      units: Math.max(0, item.ordered - item.cancelled),
      isFulfilled: item.fulfilled,
      variantId: item.variant?.id ?? null,
      channelVariantId: item.channel_variant_id,
    })),
    returned:
      order.shown_return === null
        ? null
        : { id: order.shown_return.id, channelReturnId: order.shown_return.channel_return_id },
    pending: order.pending_action_kind,
    pendingId: order.pending_action_id,
    cancellationRequested: isToCancel(order),
    isReadyToCollect: order.ready_to_collect_at !== null,
    isCollected: order.pickup_confirmed_at !== null,
    offers: offered,
    recordedHere,
    withheld,
  };
}
