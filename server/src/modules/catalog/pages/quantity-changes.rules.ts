import type { OddChange } from '@evenstock/contract/catalog/quantity-changes';

/** A change of a quantity, in units. `row`: the row of the sheet that asks for it; null: no sheet does. */
interface Change {
  readonly row: number | null;
  readonly now: number;
  readonly then: number;
}

/** What is unusual about a change; null: nothing. */
export function oddityOf({ now, then }: Pick<Change, 'now' | 'then'>): OddChange | null {
  if (now <= 0) return null;
  if (then <= 0) return 'to_zero';
  if (then * 2 < now) return 'halved';
  return then > now * 2 ? 'doubled' : null;
}

const ranks: Readonly<Record<OddChange | 'none', number>> = {
  to_zero: 0,
  halved: 1,
  doubled: 2,
  none: 3,
};

/** The largest changes: unusual ones first, then by their size, then by their row. */
export function largestChanges<C extends Change>(changes: readonly C[], most: number): readonly C[] {
  const rank = (change: Change): number => ranks[oddityOf(change) ?? 'none'];
  const size = ({ now, then }: Change): number => Math.abs(then - now);
  return changes
    .toSorted(
      (one, other) => rank(one) - rank(other) || size(other) - size(one) || (one.row ?? 0) - (other.row ?? 0),
    )
    .slice(0, most);
}
