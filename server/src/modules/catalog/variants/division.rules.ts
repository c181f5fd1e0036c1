/** The facts that decide the default division of a shared quantity when a listing leaves, in units. */
export interface DivisionFacts {
  /** The shared quantity now; below zero where units are owed. */
  readonly shared: number;
  /** The quantity of the listing's SKU before the merge that brought it; null where it is unknown. */
  readonly before: number | null;
  /** The units of this listing's orders since the merge. */
  readonly soldSince: number;
}

/**
 * The units that a leaving listing is offered: its quantity before the merge less its own sales since, at most the shared quantity.
 * The rest keep the remainder; units owed stay with them.
 */
export function offeredQuantity({ shared, before, soldSince }: DivisionFacts): number {
  if (before === null || shared <= 0) return 0;
  return Math.max(0, Math.min(shared, before - soldSince));
}

/** The requested division of the quantity, in units; both numbers add up to it. */
export interface Division {
  /** The units that the leaving listing takes. */
  readonly quantity?: number | undefined;
  /** The units that the others keep. */
  readonly shared_quantity?: number | undefined;
}

/** Divides the quantity as requested, or as offered if no number is given. */
export function divide(
  shared: number,
  offered: number,
  { quantity, shared_quantity: kept }: Division,
): { readonly units: number } | { readonly problem: 'differs' | 'out_of_range' } {
  const units = quantity ?? (kept === undefined ? offered : shared - kept);
  if (kept !== undefined && units + kept !== shared) return { problem: 'differs' };
  return units < 0 || units > mostUnits(shared) ? { problem: 'out_of_range' } : { units };
}

/** Maximum number of units that a listing may take; 0 where units are owed. */
export function mostUnits(shared: number): number {
  return Math.max(0, shared);
}
