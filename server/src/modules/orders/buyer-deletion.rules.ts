import { channels, type ChannelKind } from '@evenstock/contract/channels';
import type { OrderState } from '@evenstock/contract/order-states';

const DAY = 86_400_000;

interface KeptOrder {
  readonly channel: ChannelKind;
  readonly state: OrderState;
  /** When its marketplace changed it last. */
  readonly updatedAt: Date;
  /** When the data were due as recorded; null: never yet. */
  readonly dueAt: Date | null;
}

/**
 * When the data of an order's buyer must be deleted by its channel's rule; null: not by itself. Once an order is delivered or has
 * failed the shorter time counts. A later change of the order never puts it off.
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
