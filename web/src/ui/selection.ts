import { useState, type Key } from 'react';
import { listFilters } from './list-state.ts';
import type { List } from './list.ts';

/** The rows of a list that a person chose, over its pages. */
export interface Chosen<Row> {
  /** In the order in which they were listed. Where all matches are chosen: those that were listed so far. */
  readonly rows: readonly Row[];
  readonly count: number;
  /** The filters whose matches are all chosen, as the call takes them; null where rows are chosen one by one. */
  readonly matching: Readonly<Record<string, string>> | null;
}

/** What `DataTable` needs to know of it. */
export interface Selection {
  readonly keys: readonly Key[];
  readonly onChange: (keys: readonly Key[]) => void;
  /** Choosing all that match, where the list offers it. */
  readonly all?: { readonly isChosen: boolean; readonly choose: () => void };
}

interface UsedSelection<Row> {
  readonly chosen: Chosen<Row>;
  readonly selection: Required<Selection>;
  readonly clear: () => void;
}

/**
 * Which rows of a list are chosen; they stay chosen on the other pages. All that match are chosen until a filter changes or one of them
 * is unchecked.
 */
export function useSelection<Row>(
  list: List,
  { rows, total }: { readonly rows: readonly Row[] | undefined; readonly total: number | undefined },
  keyOf: (row: Row) => Key,
): UsedSelection<Row> {
  const known = useKnownRows(rows, keyOf);
  const [keys, setKeys] = useState<readonly Key[]>([]);
  const [matchedBy, setMatchedBy] = useState<string | null>(null);
  const filters = listFilters(list.state, list.spec);
  const address = JSON.stringify(filters);
  const isAll = matchedBy === address;
  const chosenKeys = isAll ? [...known.keys()] : keys;
  const wanted = new Set(chosenKeys);
  const chosenRows = [...known].flatMap(([key, row]) => (wanted.has(key) ? [row] : []));
  const choose = (next: readonly Key[]) => {
    setMatchedBy(null);
    setKeys(next);
  };
  return {
    chosen: {
      rows: chosenRows,
      count: isAll ? (total ?? chosenRows.length) : keys.length,
      matching: isAll ? filters : null,
    },
    selection: {
      keys: chosenKeys,
      onChange: choose,
      all: { isChosen: isAll, choose: () => setMatchedBy(address) },
    },
    clear: () => choose([]),
  };
}

/** Every row that was listed so far, the newest version of each. */
function useKnownRows<Row>(
  rows: readonly Row[] | undefined,
  keyOf: (row: Row) => Key,
): ReadonlyMap<Key, Row> {
  const [known, setKnown] = useState<ReadonlyMap<Key, Row>>(new Map());
  const changed = (rows ?? []).filter((row) => known.get(keyOf(row)) !== row);
  if (changed.length > 0) setKnown(new Map([...known, ...changed.map((row) => [keyOf(row), row] as const)]));
  return known;
}
