import type { MarketplaceOrderState } from '@evenstock/contract/orders';

interface Status {
  readonly state: MarketplaceOrderState;
  /** Place in the life of a unit. */
  readonly rank: number;
  /** Whether the unit is still in the house, was called off there, is on its way or with the buyer, or is back or lost. */
  readonly unit: 'here' | 'cancelled' | 'away' | 'returned';
}

/** lazada.md 4.1: every item status there is. There is no order status: an order's state follows from its units'. */
export const itemStatuses: Readonly<Record<string, Status>> = {
  unpaid: { state: 'unpaid', rank: 10, unit: 'here' },
  pending: { state: 'pending', rank: 20, unit: 'here' },
  repacked: { state: 'pending', rank: 22, unit: 'here' },
  packed: { state: 'processing', rank: 30, unit: 'here' },
  ready_to_ship_pending: { state: 'processing', rank: 35, unit: 'here' },
  ready_to_ship: { state: 'READY_TO_SHIP', rank: 40, unit: 'here' },
  shipped: { state: 'shipped', rank: 50, unit: 'away' },
  delivered: { state: 'delivered', rank: 60, unit: 'away' },
  confirmed: { state: 'COMPLETED', rank: 70, unit: 'away' },
  failed_delivery: { state: 'failed', rank: 62, unit: 'away' },
  failed: { state: 'failed', rank: 62, unit: 'away' },
  shipped_back: { state: 'TO_RETURN', rank: 64, unit: 'away' },
  shipped_back_success: { state: 'returned', rank: 80, unit: 'returned' },
  shipped_back_failed: { state: 'failed', rank: 80, unit: 'returned' },
  package_scrapped: { state: 'failed', rank: 80, unit: 'returned' },
  lost_by_3pl: { state: 'failed', rank: 80, unit: 'returned' },
  damaged_by_3pl: { state: 'failed', rank: 80, unit: 'returned' },
  returned: { state: 'returned', rank: 80, unit: 'returned' },
  canceled: { state: 'CANCELLED', rank: 90, unit: 'cancelled' },
};

const notKnown: Status = { state: 'unknown', rank: 0, unit: 'here' };

/** What a status of one unit means; one that is not documented is kept as `unknown`. */
export function statusOf(raw: string): Status {
  return itemStatuses[raw] ?? notKnown;
}

/**
 * An order's state from its units': the least advanced of those not called off, so that work left to do shows;
 * cancelled when all are. The rank is the sum of the units', which grows as any of them goes on.
 */
export function orderStateOf(statuses: readonly string[]): {
  state: MarketplaceOrderState;
  rank: number;
  raw: string;
} {
  const units = statuses.map(statusOf);
  const going = units.filter((unit) => unit.unit !== 'cancelled');
  const unknown = units.find((unit) => unit.state === 'unknown');
  const least = (going.length === 0 ? units : going).reduce(
    (lowest, unit) => (unit.rank < lowest.rank ? unit : lowest),
    going[0] ?? units[0] ?? notKnown,
  );
  return {
    state: (unknown ?? least).state,
    rank: units.reduce((sum, unit) => sum + unit.rank, 0),
    raw: [...new Set(statuses)].sort().join(', '),
  };
}
