/** The end of a page: an action (`a`) by its id, or a failed row (`r`) by its operation and its index. */
export interface Place {
  readonly at: Date;
  readonly of: 'a' | 'r';
  readonly id: number;
  readonly position: number;
}

/** An entry with its position in the list. */
export interface Placed {
  readonly place: Place;
}

export function writePlace({ at, of, id, position }: Place): string {
  return `${String(at.getTime())}-${of}-${String(id)}-${String(position)}`;
}

/** Parses a position that `writePlace` wrote; null where the text is none. */
export function readPlace(text: string): Place | null {
  const [time = '', of, id = '', position = ''] = text.split('-');
  if (of !== 'a' && of !== 'r') return null;
  return { at: new Date(Number(time)), of, id: Number(id), position: Number(position) };
}

/** The first actions after a position: among entries of the same time, actions come before failed rows. */
export function actionsAfter(place: Place | null): { readonly at: Date; readonly id: number } | null {
  if (place === null) return null;
  return { at: place.at, id: place.of === 'a' ? place.id : 0 };
}

/** The first failed rows after a position. */
export function rowsAfter(
  place: Place | null,
): { readonly at: Date; readonly operationId: number; readonly position: number } | null {
  if (place === null) return null;
  if (place.of === 'r') return { at: place.at, operationId: place.id, position: place.position };
  return { at: place.at, operationId: Number.MAX_SAFE_INTEGER, position: 0 };
}

/** Sorts newest first; among entries of the same time actions come before rows, and then the higher id first. */
function comparePlaces(one: Place, other: Place): number {
  return (
    other.at.getTime() - one.at.getTime() ||
    (one.of === other.of ? 0 : one.of === 'a' ? -1 : 1) ||
    other.id - one.id ||
    other.position - one.position
  );
}

/** Merges one page of two sorted lists, with its end; null where nothing follows. */
export function mergePage<Item extends Placed>(
  lists: readonly (readonly Item[])[],
  size: number,
): { readonly items: readonly Item[]; readonly next: string | null } {
  const sorted = lists.flat().sort((one, other) => comparePlaces(one.place, other.place));
  const items = sorted.slice(0, size);
  const last = items.at(-1);
  return { items, next: sorted.length > size && last !== undefined ? writePlace(last.place) : null };
}
