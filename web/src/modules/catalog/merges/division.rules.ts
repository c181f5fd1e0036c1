/** The most units that may leave with an unmerged listing: the shared quantity, or none after an oversell. */
export function mostLeaving(shared: number): number {
  return Math.max(0, shared);
}

/** The fewest units that stay: a negative quantity stays with the SKU. */
export function leastLeft(shared: number): number {
  return Math.min(0, shared);
}

/** A listing of a product listing that is unmerged, with the quantity that the server suggests. */
export interface Offer {
  readonly variant_listing_id: number;
  readonly variant_id: number;
  readonly unmerge_quantity: number;
}

export interface DividedListing {
  readonly offer: Offer;
  /** The shared quantity of its SKU before this listing leaves: listings of one SKU leave one after another. */
  readonly shared: number;
  /** The units that leave with it; null while no number is typed. */
  readonly leaves: number | null;
}

/**
 * The listings of an item in the order in which they leave, each with the quantity that is left for it.
 * @param quantities the shared quantities, by SKU
 * @param typed the typed numbers, by listing; without one the suggestion is used
 */
export function divideInOrder(
  offers: readonly Offer[],
  quantities: ReadonlyMap<number, number>,
  typed: ReadonlyMap<number, number | null>,
): DividedListing[] {
  const left = new Map(quantities);
  return offers.map((offer) => {
    const shared = left.get(offer.variant_id) ?? 0;
    const wished = typed.get(offer.variant_listing_id);
    const leaves = wished === undefined ? Math.min(offer.unmerge_quantity, mostLeaving(shared)) : wished;
    left.set(offer.variant_id, shared - (leaves ?? 0));
    return { offer, shared, leaves };
  });
}
