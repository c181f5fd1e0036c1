import type { MarketplaceOrderState } from '@evenstock/contract/orders/order-states';

/** A channel's order status, translated: the shared state, and its rank in an order's life. */
export interface OrderProgress {
  readonly state: MarketplaceOrderState;
  /** Only grows during that life. */
  readonly rank: number;
}

/** A channel's status of one unit or one line of an order, translated. */
export interface LineProgress extends OrderProgress {
  /** Not shipped, cancelled before shipping, shipped or delivered, returned or lost. */
  readonly units: 'here' | 'cancelled' | 'away' | 'returned';
}

/** For an undocumented status: it is kept as it came, and does not stop the order's stock. */
export const unknownProgress: OrderProgress = { state: 'unknown', rank: 0 };
export const unknownLine: LineProgress = { ...unknownProgress, units: 'here' };

/**
 * The state of an order that has only units' or lines' statuses: the least advanced of those not cancelled, so that
 * work left to do shows; cancelled when all are; unknown when one is. The rank is the sum, which grows as any advances.
 */
export function orderProgressOf(
  lines: readonly (LineProgress & { readonly raw: string })[],
): OrderProgress & { readonly raw: string } {
  const going = lines.filter(({ units }) => units !== 'cancelled');
  const alive = going.length === 0 ? lines : going;
  const least = alive.reduce<OrderProgress>(
    (lowest, line) => (line.rank < lowest.rank ? line : lowest),
    alive[0] ?? unknownProgress,
  );
  return {
    state: (lines.find(({ state }) => state === 'unknown') ?? least).state,
    rank: lines.reduce((sum, { rank }) => sum + rank, 0),
    raw: [...new Set(lines.map(({ raw }) => raw))].sort().join(', '),
  };
}
