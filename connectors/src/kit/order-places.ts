import type { MarketplaceOrderState } from '@evenstock/contract/order-states';

/** What a channel's word for an order means: the shared word, and its place in an order's life. */
export interface OrderPlace {
  readonly state: MarketplaceOrderState;
  /** Only grows along that life. */
  readonly rank: number;
}

/** What a channel's word for one unit or one line of an order means. */
export interface LinePlace extends OrderPlace {
  /** Still in the house, called off there, on their way or with the buyer, or back or lost. */
  readonly units: 'here' | 'cancelled' | 'away' | 'returned';
}

/** For a word that the vendor's document does not have: it is kept as it came, and does not stop the order's stock. */
export const unknownPlace: OrderPlace = { state: 'unknown', rank: 0 };
export const unknownLine: LinePlace = { ...unknownPlace, units: 'here' };

/**
 * The state of an order that has none of its own, from its units' or lines': the least advanced of those not called off, so that
 * work left to do shows; cancelled when all are; unknown when one is. The rank is their sum, which grows as any goes on.
 */
export function orderPlaceOf(
  lines: readonly (LinePlace & { readonly raw: string })[],
): OrderPlace & { readonly raw: string } {
  const going = lines.filter(({ units }) => units !== 'cancelled');
  const alive = going.length === 0 ? lines : going;
  const least = alive.reduce<OrderPlace>(
    (lowest, line) => (line.rank < lowest.rank ? line : lowest),
    alive[0] ?? unknownPlace,
  );
  return {
    state: (lines.find(({ state }) => state === 'unknown') ?? least).state,
    rank: lines.reduce((sum, { rank }) => sum + rank, 0),
    raw: [...new Set(lines.map(({ raw }) => raw))].sort().join(', '),
  };
}
