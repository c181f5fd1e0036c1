/** What decides how a shared quantity is offered to be divided when a listing leaves. Units. */
export interface DivisionFacts {
  /** The shared quantity now; below zero where units are owed. */
  readonly shared: number;
  /** What the listing's SKU had before the merge that brought it; null where that is not known. */
  readonly before: number | null;
  /** What the orders of this listing took since. */
  readonly soldSince: number;
}

/**
 * What a leaving listing is offered: what it had before the merge less its own sales since, at most what there is. The rest keep the
 * remainder; units owed stay with them.
 */
export function offeredQuantity({ shared, before, soldSince }: DivisionFacts): number {
  if (before === null || shared <= 0) return 0;
  return Math.max(0, Math.min(shared, before - soldSince));
}
