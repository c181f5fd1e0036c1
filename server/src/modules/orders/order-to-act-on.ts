import type { LineUnits, OrderRef } from '@evenstock/connectors/kit/capabilities';
import { channelKind, channels, type ChannelKind } from '@evenstock/contract/channels';
import type { OrderAction } from '@evenstock/contract/orders';
import type { Context } from '../../context.ts';
import { notFound } from '../../api/routing.ts';
import { canShip } from './can-ship.rules.ts';
import { findOrder, type WholeOrder } from './order-page.queries.ts';

/** An order as actions at its marketplace need it. */
export interface OrderToActOn {
  readonly id: number;
  readonly referenceNumber: string;
  readonly marketplace: { readonly id: number; readonly name: string; readonly isVerified: boolean };
  readonly channel: ChannelKind;
  readonly ref: OrderRef;
  readonly lines: readonly OrderLine[];
  /** What an action is under way for, or null. */
  readonly pending: WholeOrder['pending_action_kind'];
  readonly offers: readonly OrderAction[];
  /** All that was left of it was shipped from here. */
  readonly isShippedHere: boolean;
}

export interface OrderLine extends LineUnits {
  readonly itemId: number;
  readonly isFulfilled: boolean;
}

/**
 * What may be done with an order by those who work on orders: nothing at a marketplace that takes no calls, and only one thing at
 * a time.
 */
export function offeredActions(ctx: Context, order: WholeOrder): OrderAction[] {
  if (order.marketplace_state_now !== 'verified') return [];
  const channel = channelKind.parse(order.channel);
  const isShippable =
    order.pending_action_id === null &&
    ctx.connectors[channel].fulfilment !== undefined &&
    canShip(
      {
        marketplaceState: order.marketplace_state,
        category: order.category,
        shippingType: order.shipping_type,
        hasTracking: order.order_items.some(({ tracking_code: code }) => code !== null),
        shippedHere: order.shipped_here,
      },
      channels[channel].shipping,
    );
  return isShippable ? ['ship', 'sync'] : ['sync'];
}

/**
 * An order by its reference number, with what may be done to it now.
 * @throws Refusal 404
 */
export async function orderToActOn(ctx: Context, storeId: number, reference: string): Promise<OrderToActOn> {
  const order = await findOrder(ctx.db, storeId, reference);
  if (order === null) throw notFound('The order');
  return {
    id: order.id,
    referenceNumber: order.reference_number,
    marketplace: {
      id: order.marketplace_id,
      name: order.marketplace_name,
      isVerified: order.marketplace_state_now === 'verified',
    },
    channel: channelKind.parse(order.channel),
    ref: { number: order.number, channelId: order.channel_order_id },
    lines: order.order_items.map((item) => ({
      itemId: item.id,
      lineId: item.channel_line_id,
      unitIds: item.unit_ids,
      units: Math.max(0, item.ordered - item.cancelled),
      isFulfilled: item.fulfilled,
    })),
    pending: order.pending_action_kind,
    offers: offeredActions(ctx, order),
    isShippedHere: order.shipped_here,
  };
}
