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

/** How the quantity is to be divided; both numbers add up to it. Units. */
export interface Division {
  /** What the leaving listing takes. */
  readonly quantity?: number | undefined;
  /** What the others keep. */
  readonly shared_quantity?: number | undefined;
}

/** What is divided as it is asked for; as offered where nothing is. */
export function divide(
  shared: number,
  offered: number,
  { quantity, shared_quantity: kept }: Division,
): { readonly units: number } | { readonly problem: 'differs' | 'out_of_range' } {
  const units = quantity ?? (kept === undefined ? offered : shared - kept);
  if (kept !== undefined && units + kept !== shared) return { problem: 'differs' };
  return units < 0 || units > mostUnits(shared) ? { problem: 'out_of_range' } : { units };
}

/** The most that a listing may take: what there is, and nothing where units are owed. */
export function mostUnits(shared: number): number {
  return Math.max(0, shared);
}
