/** What the lists of a call leave out, though they answer success and call themselves complete (a fault). */
export type LeftOut = 'nothing' | 'all but the first' | 'all';

/** The rows that a list shows, before it is divided into pages. */
export function listed<Row>(rows: Iterable<Row>, leftOut: LeftOut): Row[] {
  if (leftOut === 'all') return [];
  return leftOut === 'nothing' ? [...rows] : [...rows].slice(0, 1);
}
