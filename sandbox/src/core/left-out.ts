/** Whose lists a fault is about. */
export const listSubjects = ['products', 'orders', 'returns'] as const;
export type ListSubject = (typeof listSubjects)[number];

/** What the lists of a call leave out, though they answer success and call themselves complete (a fault). */
export type LeftOut = 'nothing' | 'all but the first' | 'all';

/** `moved`: rows move between pages while they are read, so that one comes twice and another is missed. */
export type PageFault = 'none' | 'lacks its last' | 'moved';

/** The rows of a page that begins at an index. A fault changes its rows alone, none of its numbers. */
export function paged<Row>(rows: readonly Row[], from: number, size: number, fault: PageFault): Row[] {
  const page = rows.slice(from, from + size);
  if (fault === 'lacks its last') return page.slice(0, -1);
  if (fault === 'none' || page.length === 0) return page;
  // Everything moved on by one since the page before it, or will until the next.
  if (from > 0) return rows.slice(from - 1, from - 1 + page.length);
  if (rows.length > size) return rows.slice(1, size + 1);
  // Alone, its last row moved past what was read already.
  return page.length === 1 ? page : [...page.slice(0, -1), ...page.slice(-2, -1)];
}

/** The rows that a list shows, before it is divided into pages. */
export function listed<Row>(rows: Iterable<Row>, leftOut: LeftOut): Row[] {
  if (leftOut === 'all') return [];
  return leftOut === 'nothing' ? [...rows] : [...rows].slice(0, 1);
}
