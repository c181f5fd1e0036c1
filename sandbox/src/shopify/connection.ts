import { GraphQLError } from 'graphql';
import { paged, type PageFault } from '../core/left-out.ts';

export interface PageArguments {
  readonly first?: number | null;
  readonly after?: string | null;
  readonly last?: number | null;
  readonly before?: string | null;
  readonly reverse?: boolean | null;
  /** No argument of the vendor's: what becomes of a forward page. */
  readonly fault?: PageFault;
}

/** The position of a record in a list: its value, and its number where values are equal. */
export interface Place {
  readonly value: string | number;
  readonly id: number;
}

export interface Connection<View> {
  readonly nodes: () => View[];
  readonly edges: () => { cursor: string; node: View }[];
  readonly pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string | null;
    endCursor: string | null;
  };
}

const mostPerPage = 250;

/**
 * One page of records. Cursors are opaque to clients and hold the position of a record, so a page continues where the last one
 * ended even when records have moved since. Throws GraphQLError on page arguments that the vendor refuses.
 */
export function connection<Record, View>(
  records: readonly Record[],
  placeOf: (record: Record) => Place,
  view: (record: Record) => View,
  args: PageArguments,
): Connection<View> {
  const size = pageSize(args);
  const direction = args.reverse === true ? -1 : 1;
  const sorted = [...records].sort((a, b) => direction * comparePlaces(placeOf(a), placeOf(b)));
  const after = readCursor(args.after, 'after');
  const before = readCursor(args.before, 'before');
  const between = sorted.filter((record) => {
    const place = placeOf(record);
    return (
      (after === null || direction * comparePlaces(place, after) > 0) &&
      (before === null || direction * comparePlaces(place, before) < 0)
    );
  });
  const backwards = args.first === undefined || args.first === null;
  const page = backwards ? between.slice(Math.max(0, between.length - size)) : between.slice(0, size);
  const shown = backwards ? page : paged(sorted, sorted.length - between.length, size, args.fault ?? 'none');
  const cursorAt = (record: Record | undefined) =>
    record === undefined ? null : writeCursor(placeOf(record));
  return {
    nodes: () => shown.map(view),
    edges: () => shown.map((record) => ({ cursor: writeCursor(placeOf(record)), node: view(record) })),
    pageInfo: {
      hasNextPage: backwards ? before !== null : between.length > page.length,
      hasPreviousPage: backwards ? between.length > page.length : after !== null,
      startCursor: cursorAt(page[0]),
      endCursor: cursorAt(page.at(-1)),
    },
  };
}

/**
 * The records that a forward page needs, of a list in the order of positions, so that the rest is not read. Backward and reversed
 * pages get all records.
 */
export function neededFor<Record>(
  records: Iterable<Record>,
  placeOf: (record: Record) => Place,
  args: PageArguments,
): Record[] {
  const { first } = args;
  const isForward =
    first !== undefined && first !== null && args.reverse !== true && (args.before ?? null) === null;
  if (!isForward) return [...records];
  const after = readCursor(args.after, 'after');
  const found: Record[] = [];
  for (const record of records) {
    const place = placeOf(record);
    const last = found.at(-1);
    // One more than the page, and all that share its place's value: they come in no order of their own.
    if (found.length > first && last !== undefined && placeOf(last).value !== place.value) break;
    if (after === null || comparePlaces(place, after) > 0) found.push(record);
  }
  return found;
}

/** The value at which a cursor begins; -Infinity for the beginning of the list. */
export function startOf(args: PageArguments): number {
  const value = args.reverse === true ? null : readCursor(args.after, 'after')?.value;
  return typeof value === 'number' ? value : -Infinity;
}

function pageSize({ first, last }: PageArguments): number {
  const size = first ?? last;
  if (size === undefined || size === null) throw refused('you must provide one of first or last');
  if (size < 1 || size > mostPerPage) {
    throw refused(
      `${first === undefined || first === null ? 'last' : 'first'} must be between 1 and ${String(mostPerPage)}`,
    );
  }
  return size;
}

function comparePlaces(a: Place, b: Place): number {
  if (typeof a.value === 'number' && typeof b.value === 'number') return a.value - b.value || a.id - b.id;
  const [left, right] = [String(a.value), String(b.value)];
  return left < right ? -1 : left > right ? 1 : a.id - b.id;
}

function writeCursor({ value, id }: Place): string {
  return Buffer.from(JSON.stringify({ last_id: id, last_value: value })).toString('base64');
}

function readCursor(cursor: string | null | undefined, name: string): Place | null {
  if (cursor === null || cursor === undefined) return null;
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64').toString('utf8'));
    if (typeof read === 'object' && read !== null && 'last_id' in read && 'last_value' in read) {
      const { last_id: id, last_value: value } = read;
      if (typeof id === 'number' && (typeof value === 'string' || typeof value === 'number'))
        return { value, id };
    }
  } catch {
    // Falls through to the refusal: it was no cursor of ours.
  }
  throw refused(`Invalid cursor for current pagination sort: ${name}.`);
}

function refused(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_REQUEST' } });
}
