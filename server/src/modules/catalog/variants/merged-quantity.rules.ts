/** The number of units that a member typed, or which of the quantities is taken. */
export type MergeChoice = 'highest' | 'lowest' | number;

/** A SKU before a merge. */
export interface SourceQuantity {
  readonly id: number;
  /** Units in the ledger; below zero after an oversell. */
  readonly quantity: number;
  /** A shop's number was read, so the quantity is meaningful. */
  readonly isCounted: boolean;
}

/** A SKU whose listing was made anew at its shop, in place of one that was deleted there. */
export interface MadeAnew {
  readonly id: number;
  /** The SKU of the deleted listing. */
  readonly before: number;
  /** Units that its orders have taken, less those that came back. */
  readonly sold: number;
}

/**
 * The quantities that a merge chooses from; SKUs that were never counted are included only if all are such. The number of a listing
 * that was made anew is what its seller typed once more, so the SKU that it belonged to counts instead, less what was sold since.
 */
export function quantitiesToMerge(
  sources: readonly SourceQuantity[],
  madeAnew: readonly MadeAnew[] = [],
): number[] {
  const isHere = (id: number): boolean => sources.some((source) => source.id === id);
  const anew = madeAnew.filter(({ id, before }) => isHere(id) && isHere(before));
  const own = sources.filter(({ id }) => !anew.some((one) => one.id === id));
  const counted = own.filter(({ isCounted }) => isCounted);
  return (counted.length === 0 ? own : counted).map(({ id, quantity }) =>
    anew.reduce((left, { before, sold }) => (before === id ? left - sold : left), quantity),
  );
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
