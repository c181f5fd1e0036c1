import { orderProgressOf, unknownLine } from '../kit/order-progress.ts';
import type { LineProgress, OrderProgress } from '../kit/order-progress.ts';

/** lazada.md 4.1: every item status there is. There is no order status: an order's state follows from its units'. */
export const itemStatuses: Readonly<Record<string, LineProgress>> = {
  unpaid: { state: 'unpaid', rank: 10, units: 'here' },
  pending: { state: 'pending', rank: 20, units: 'here' },
  repacked: { state: 'pending', rank: 22, units: 'here' },
  // Packed is not handed over: the seller still sets it ready to ship (lazada.md 5).
  packed: { state: 'pending', rank: 30, units: 'here' },
  ready_to_ship_pending: { state: 'processing', rank: 35, units: 'here' },
  ready_to_ship: { state: 'READY_TO_SHIP', rank: 40, units: 'here' },
  shipped: { state: 'shipped', rank: 50, units: 'away' },
  delivered: { state: 'delivered', rank: 60, units: 'away' },
  confirmed: { state: 'COMPLETED', rank: 70, units: 'away' },
  failed_delivery: { state: 'failed', rank: 62, units: 'away' },
  failed: { state: 'failed', rank: 62, units: 'away' },
  shipped_back: { state: 'TO_RETURN', rank: 64, units: 'away' },
  shipped_back_success: { state: 'returned', rank: 80, units: 'returned' },
  shipped_back_failed: { state: 'failed', rank: 80, units: 'returned' },
  package_scrapped: { state: 'failed', rank: 80, units: 'returned' },
  lost_by_3pl: { state: 'failed', rank: 80, units: 'returned' },
  damaged_by_3pl: { state: 'failed', rank: 80, units: 'returned' },
  returned: { state: 'returned', rank: 80, units: 'returned' },
  canceled: { state: 'CANCELLED', rank: 90, units: 'cancelled' },
};

/** What a status of one unit means; one that is not documented is kept as `unknown`. */
export function statusOf(raw: string): LineProgress {
  return itemStatuses[raw.trim().toLowerCase()] ?? unknownLine;
}

/** An order's state from its units'. */
export function orderStateOf(statuses: readonly string[]): OrderProgress & { readonly raw: string } {
  return orderProgressOf(statuses.map((raw) => ({ raw, ...statusOf(raw) })));
}
