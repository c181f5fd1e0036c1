import type { LineUnits, OrderRef } from '@evenstock/connectors/kit/capabilities';
import { channelKind, channels, type ChannelKind } from '@evenstock/contract/channels';
import type { OrderAction } from '@evenstock/contract/orders';
import type { Context } from '../../context.ts';
import { notFound } from '../../api/routing.ts';
import { canShip } from './can-ship.rules.ts';
import { findOrder, type WholeOrder } from './order-page.queries.ts';

/** An order with the facts that actions need. */
export interface OrderToActOn {
  readonly id: number;
  readonly referenceNumber: string;
  readonly marketplace: { readonly id: number; readonly name: string; readonly isVerified: boolean };
  readonly channel: ChannelKind;
  readonly ref: OrderRef;
  readonly lines: readonly OrderLine[];
  /** The kind of its unfinished action; null where there is none. */
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
 * The actions that are possible for an order: none at a marketplace that is not authorised, and one at a time.
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
 * An order by its reference number, with the actions that are possible now.
 * @throws Refusal 404
 */
export async function orderToActOn(ctx: Context, storeId: number, reference: string): Promise<OrderToActOn> {
  const order = await findOrder(ctx.db, storeId, reference);
  if (order === null) throw notFound('order');
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
