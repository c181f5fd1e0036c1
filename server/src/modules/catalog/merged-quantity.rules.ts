export type MergeChoice = 'highest' | 'lowest';

/**
 * The shared quantity that a merge starts with: the highest or lowest of the units on hand, less the units owed. A quantity below
 * zero is an oversell, and its units stay owed.
 */
export function mergedQuantity(quantities: readonly number[], choice: MergeChoice): number {
  const onHand = quantities.map((quantity) => Math.max(0, quantity));
  const owed = quantities.reduce((sum, quantity) => sum + Math.min(0, quantity), 0);
  return (choice === 'highest' ? Math.max(...onHand) : Math.min(...onHand)) + owed;
}
