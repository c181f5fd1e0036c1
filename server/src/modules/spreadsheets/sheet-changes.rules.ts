import type { ListedChange } from '@evenstock/contract/spreadsheets/spreadsheets';

/** The change of a quantity by a row of a sheet, in units. */
export interface SheetChange {
  readonly row: number;
  readonly variantId: number;
  readonly now: number;
  readonly then: number;
}

/** What is unusual about a change; null: nothing. */
export function oddityOf({ now, then }: Pick<SheetChange, 'now' | 'then'>): ListedChange['odd'] {
  if (now <= 0) return null;
  if (then <= 0) return 'to_zero';
  if (then * 2 < now) return 'halved';
  return then > now * 2 ? 'doubled' : null;
}

const ranks: Readonly<Record<NonNullable<ListedChange['odd']> | 'none', number>> = {
  to_zero: 0,
  halved: 1,
  doubled: 2,
  none: 3,
};

/** The largest changes: unusual ones first, then by their size, then by their row. */
export function largestChanges(changes: readonly SheetChange[], most: number): readonly SheetChange[] {
  const rank = (change: SheetChange): number => ranks[oddityOf(change) ?? 'none'];
  const size = ({ now, then }: SheetChange): number => Math.abs(then - now);
  return changes
    .toSorted((one, other) => rank(one) - rank(other) || size(other) - size(one) || one.row - other.row)
    .slice(0, most);
}
