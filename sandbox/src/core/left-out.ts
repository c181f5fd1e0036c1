/** What the lists of a call leave out, though they answer success and call themselves complete (a fault). */
export type LeftOut = 'nothing' | 'all but the first' | 'all';

/** The rows of one page; a page that comes short lacks its last one, whatever its numbers say. */
export function paged<Row>(rows: readonly Row[], isShort: boolean): readonly Row[] {
  return isShort ? rows.slice(0, -1) : rows;
}

/** The rows that a list shows, before it is divided into pages. */
export function listed<Row>(rows: Iterable<Row>, leftOut: LeftOut): Row[] {
  if (leftOut === 'all') return [];
  return leftOut === 'nothing' ? [...rows] : [...rows].slice(0, 1);
}
