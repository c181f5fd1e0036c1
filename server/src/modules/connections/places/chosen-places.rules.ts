import type { StockPlace } from '@evenstock/contract/marketplaces/stock-places';

export const idsOf = (places: readonly StockPlace[] | null): readonly string[] =>
  (places ?? []).map(({ id }) => id);

/** Whether two choices are of the same places, in whatever order. */
export function areSamePlaces(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id) => other.includes(id));
}
