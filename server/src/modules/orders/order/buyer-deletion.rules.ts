import { channels, type ChannelKind } from '@evenstock/contract/channels/channels';
import type { OrderState } from '@evenstock/contract/orders/order-states';

const DAY = 86_400_000;

interface KeptOrder {
  readonly channel: ChannelKind;
  readonly state: OrderState;
  /** When the marketplace last changed the order. */
  readonly updatedAt: Date;
  /** The recorded deadline; null while none is recorded. */
  readonly dueAt: Date | null;
}

/**
 * When the channel's rule requires that the data of an order's buyer are deleted; null while it requires nothing. The shorter time
 * applies once an order is delivered or has failed. A later change of the order never postpones the deadline.
 */
export function buyerDueAt({ channel, state, updatedAt, dueAt }: KeptOrder): Date | null {
  const rule = channels[channel].buyerData;
  if (rule === null) return null;
  const isOver = state === 'completed' || state === 'failed_orders';
  if (!isOver && state !== 'shipped') return dueAt;
  const days = isOver ? rule.afterDelivery : rule.afterShipping;
  const due = new Date(updatedAt.getTime() + days * DAY);
  return dueAt !== null && dueAt < due ? dueAt : due;
}
