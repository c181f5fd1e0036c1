import { message, type Message } from '@evenstock/contract/messages/message';
import type { WholeOrder } from '../order/order-page.queries.ts';

/** Marketplace states in which the buyer has the parcel already. */
const received: ReadonlySet<string> = new Set([
  'TO_CONFIRM_RECEIVE',
  'delivered',
  'COMPLETED',
  'returned',
  'refunded',
]);

/**
 * Why an order must not be packed; null: it may be. A parcel is often packed after its shipment was arranged, so a shipped order may
 * be packed, too.
 */
export function whyNotToPack(
  order: Pick<WholeOrder, 'state' | 'state_reason' | 'marketplace_state'> & {
    readonly order_items: readonly Pick<WholeOrder['order_items'][number], 'ordered' | 'cancelled'>[];
  },
): Message | null {
  if (order.state === 'failed_orders') return message('packing.cancelled');
  if (order.state_reason === 'orders.cancellation_requested')
    return message('packing.cancellation_requested');
  if (order.state === 'outstanding_issues') return message('packing.not_to_send');
  if (received.has(order.marketplace_state)) return message('packing.completed');
  return order.order_items.some((item) => unitsToPack(item) > 0) ? null : message('packing.no_units');
}

/** The units of a line that go in the parcel. */
export function unitsToPack({
  ordered,
  cancelled,
}: {
  readonly ordered: number;
  readonly cancelled: number;
}): number {
  return Math.max(0, ordered - cancelled);
}

/** The texts that stand for goods when they are scanned, each once. */
export const codesOf = (codes: readonly (string | null)[]): string[] => [
  ...new Set(codes.flatMap((code) => (code === null || code === '' ? [] : [code]))),
];

interface Scanned {
  readonly id: number;
  readonly quantity: number;
}

/** Whether exactly the units to pack were scanned. */
export function isWhole(items: readonly Scanned[], scanned: readonly Scanned[]): boolean {
  const units = new Map(scanned.map(({ id, quantity }) => [id, quantity]));
  return (
    units.size === scanned.length &&
    items.length === units.size &&
    items.every(({ id, quantity }) => units.get(id) === quantity)
  );
}
