import { useState, type Key } from 'react';
import type { List } from './list.ts';

interface Held<Row> {
  /** The address for which the rows were loaded. */
  readonly at: string;
  readonly rows: readonly Row[];
  readonly total: number | undefined;
}

interface SteadyRows<Row> {
  readonly rows: readonly Row[] | undefined;
  /** The number of rows added since (may be 0 or less); null while the rows are current. */
  readonly added: number | null;
  /** Shows the current rows of the server. */
  readonly release: () => void;
}

/**
 * Rows that do not move while the user reads page 2 or later: a live change updates them in place; added and removed rows are
 * shown on demand. The first page always shows the newest rows.
 */
export function useSteadyRows<Row>(
  list: List,
  rows: readonly Row[] | undefined,
  total: number | undefined,
  rowKey: (row: Row) => Key,
): SteadyRows<Row> {
  const at = JSON.stringify(list.state);
  const [held, setHeld] = useState<Held<Row> | null>(null);
  const accept = () => setHeld(rows === undefined ? null : { at, rows, total });

  if (rows === undefined || list.stale) return { rows, added: null, release: accept };
  const isSame =
    held !== null &&
    held.rows.length === rows.length &&
    held.rows.every((row, place) => rows[place] !== undefined && rowKey(row) === rowKey(rows[place]));
  if (held === null || held.at !== at || list.state.page === 1 || isSame) {
    if (held?.rows !== rows || held.at !== at) accept();
    return { rows, added: null, release: accept };
  }
  const fresh = new Map(rows.map((row) => [rowKey(row), row]));
  return {
    rows: held.rows.map((row) => fresh.get(rowKey(row)) ?? row),
    added: (total ?? 0) - (held.total ?? 0),
    release: accept,
  };
}
