/** The number of units that a member typed, or which of the quantities is taken. */
export type MergeChoice = 'highest' | 'lowest' | number;

/** A SKU before a merge. */
export interface SourceQuantity {
  /** Units in the ledger; below zero after an oversell. */
  readonly quantity: number;
  /** A shop's number was read, so the quantity is meaningful. */
  readonly isCounted: boolean;
}

/** The quantities that a merge chooses from; SKUs that were never counted are included only if all are such. */
export function quantitiesToMerge(sources: readonly SourceQuantity[]): number[] {
  const counted = sources.filter(({ isCounted }) => isCounted);
  return (counted.length === 0 ? sources : counted).map(({ quantity }) => quantity);
}

/** The total of units that are owed, as a number of at most 0: they stay owed whatever is chosen. */
export function owedUnits(quantities: readonly number[]): number {
  return quantities.reduce((sum, quantity) => sum + Math.min(0, quantity), 0);
}

/**
 * The shared quantity that a merge starts with: the highest or lowest of the units on hand, or the units typed, less the units owed.
 * A quantity below zero is an oversell, and its units stay owed.
 */
export function mergedQuantity(quantities: readonly number[], choice: MergeChoice): number {
  return onHand(quantities, choice) + owedUnits(quantities);
}

/** The units on hand by a choice. */
export function onHand(quantities: readonly number[], choice: MergeChoice): number {
  if (typeof choice === 'number') return choice;
  const units = quantities.map((quantity) => Math.max(0, quantity));
  return choice === 'highest' ? Math.max(...units) : Math.min(...units);
}
