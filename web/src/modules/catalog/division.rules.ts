/** The most that may go with a listing that is unmerged: what there is, and nothing where units are owed. */
export function mostLeaving(shared: number): number {
  return Math.max(0, shared);
}

/** The least that stays: units that are owed stay owed. */
export function leastLeft(shared: number): number {
  return Math.min(0, shared);
}

/** A listing of a product listing that is unmerged. */
export interface Offer {
  readonly variant_listing_id: number;
  readonly variant_id: number;
  readonly unmerge_quantity: number;
}

export interface DividedListing {
  readonly offer: Offer;
  /** What its SKU shares when its turn comes: listings of one SKU leave one after another. */
  readonly shared: number;
  /** What goes with it; null while no number is typed. */
  readonly leaves: number | null;
}

/**
 * The listings of an item in the order in which they leave, each with what is left for it.
 * @param quantities the shared quantities, by SKU
 * @param typed what was typed, by listing; what is missing is as offered
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
