export type MergeChoice = 'highest' | 'lowest';

/**
 * The shared quantity that a merge starts with: the highest or lowest of what is on the shelves, less what is owed. A
 * quantity below zero is units sold that were not there, and they stay owed.
 */
export function mergedQuantity(quantities: readonly number[], choice: MergeChoice): number {
  const shelves = quantities.map((quantity) => Math.max(0, quantity));
  const owed = quantities.reduce((sum, quantity) => sum + Math.min(0, quantity), 0);
  return (choice === 'highest' ? Math.max(...shelves) : Math.min(...shelves)) + owed;
}
