import { useState, type Key } from 'react';
import { listFilters } from './list-state.ts';
import type { List } from './list.ts';

/** The selected rows of a list, over all its pages. */
export interface Chosen<Row> {
  /** In the order in which they were listed. If all matches are selected: those listed so far. */
  readonly rows: readonly Row[];
  readonly count: number;
  /** The filters whose matches are all selected, in the format of the call; null if rows are selected one by one. */
  readonly matching: Readonly<Record<string, string>> | null;
}

/** The part of a selection that `DataTable` uses. */
export interface Selection {
  readonly keys: readonly Key[];
  readonly onChange: (keys: readonly Key[]) => void;
  /** Selects all matches, if the list offers it. */
  readonly all?: { readonly isChosen: boolean; readonly choose: () => void };
}

interface UsedSelection<Row> {
  readonly chosen: Chosen<Row>;
  readonly selection: Required<Selection>;
  readonly clear: () => void;
  /** Selects these rows alone, whether they are listed or not. */
  readonly select: (rows: readonly Row[]) => void;
}

/** The selection of a list, kept over its pages. If all matches are selected, a changed filter or a deselected row ends that. */
export function useSelection<Row>(
  list: List,
  { rows, total }: { readonly rows: readonly Row[] | undefined; readonly total: number | undefined },
  keyOf: (row: Row) => Key,
): UsedSelection<Row> {
  const { known, add } = useKnownRows(rows, keyOf);
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
    select: (next) => {
      add(next);
      choose(next.map(keyOf));
    },
  };
}

/** Every row listed or added so far, in its newest version. */
function useKnownRows<Row>(
  rows: readonly Row[] | undefined,
  keyOf: (row: Row) => Key,
): { readonly known: ReadonlyMap<Key, Row>; readonly add: (rows: readonly Row[]) => void } {
  const [known, setKnown] = useState<ReadonlyMap<Key, Row>>(new Map());
  const changed = (rows ?? []).filter((row) => known.get(keyOf(row)) !== row);
  const add = (more: readonly Row[]): void =>
    setKnown((before) => new Map([...before, ...more.map((row) => [keyOf(row), row] as const)]));
  if (changed.length > 0) add(changed);
  return { known, add };
}
