import { paged, type PageFault } from '../core/left-out.ts';
import { badRequest } from './reply.ts';

/** A row with its position in the list: the sort value, and an id that no other row has. */
export interface Sorted<T> {
  readonly row: T;
  readonly at: number;
  readonly id: string;
}

/**
 * One page after an opaque token. The token names the last row given by its position, so that rows that come or go meanwhile shift
 * nothing; the end is an empty token (tiktok.md 0).
 */
export function pageOf<T>(
  rows: readonly Sorted<T>[],
  size: number,
  token: string | null,
  order: 'ASC' | 'DESC' = 'ASC',
  fault: PageFault = 'none',
): { readonly page: readonly T[]; readonly next: string; readonly total: number } {
  const sign = order === 'ASC' ? 1 : -1;
  const sorted = [...rows].sort((one, other) => sign * compare(one, other));
  const after = token === null || token === '' ? null : positionOf(token);
  const left = after === null ? sorted : sorted.filter((row) => sign * compare(row, after) > 0);
  const shown = left.slice(0, size);
  const last = shown.at(-1);
  const next = left.length > size && last !== undefined ? tokenOf(last) : '';
  const page = paged(sorted, sorted.length - left.length, size, fault).map(({ row }) => row);
  return { page, next, total: rows.length };
}

type Position = Pick<Sorted<unknown>, 'at' | 'id'>;

function compare(one: Position, other: Position): number {
  return one.at - other.at || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);
}

function tokenOf({ at, id }: Position): string {
  return Buffer.from(`after=${String(at)}/${id}`).toString('base64');
}

function positionOf(token: string): Position {
  const found = /^after=(-?\d+)\/(\d+)$/.exec(Buffer.from(token, 'base64').toString('utf8'));
  if (found === null) throw badRequest('Invalid parameter page_token.');
  return { at: Number(found[1]), id: found[2] ?? '' };
}
