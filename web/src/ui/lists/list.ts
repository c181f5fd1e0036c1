import type { Endpoint } from '@evenstock/contract/api/endpoint';
import type { LiveTopic } from '@evenstock/contract/stores/live';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';
import { send, type Reply } from '../../api/call.ts';
import { failureOf, type Failure } from '../../api/failure.ts';
import {
  listQuery,
  readListState,
  writeListState,
  type ListChange,
  type ListSpec,
  type ListState,
} from './list-state.ts';

interface ListOptions extends ListSpec {
  readonly params?: unknown;
  readonly live?: readonly LiveTopic[];
  readonly enabled?: boolean;
  /** The list is in a dialog: the address belongs to the page beneath, so the list keeps its state in memory. */
  readonly inDialog?: boolean;
}

/** A list whose page, size, sort, tab and filters are in the address, with the server's reply. */
export interface List<Data = unknown> {
  readonly spec: ListSpec;
  readonly state: ListState;
  readonly change: (change: ListChange) => void;
  /** The newest reply; while another page loads, the previous one. */
  readonly data: Data | undefined;
  /** Whether more rows match than were counted: searches count up to a limit. */
  readonly isCountExceeded: boolean;
  /** Whether there is nothing to show yet. */
  readonly loading: boolean;
  /** Whether rows are shown while newer ones load. */
  readonly refreshing: boolean;
  /** Whether the shown rows belong to other filters than those in the address. */
  readonly stale: boolean;
  readonly failure: Failure | null;
  readonly retry: () => void;
}

const isExceeded = (reply: unknown): boolean =>
  typeof reply === 'object' &&
  reply !== null &&
  'total_count_exceeded' in reply &&
  reply.total_count_exceeded === true;

/**
 * Reads a list endpoint with the parameters in the address:
 * `const list = useList(listOrders, { params: { storeId }, live: ['orders'], sort: 'source_created_at desc', filters })`.
 */
export function useList<E extends Endpoint>(endpoint: E, options: ListOptions): List<Reply<E>> {
  const { params, live, enabled = true, inDialog = false, ...spec } = options;
  const [address, setAddress] = useSearchParams();
  const [own, setOwn] = useState(() => new URLSearchParams());
  const search = inDialog ? own : address;
  const state = readListState(search, spec);
  const query = listQuery(state, spec);
  const view = JSON.stringify([params, state.tab]);
  const result = useQuery<Reply<E>>({
    queryKey: [endpoint.name, { params, query }],
    queryFn: ({ signal }) => send(endpoint, { params, query, signal }),
    // The previous page stays while the next one loads, but rows of another tab or store do not: users would take them for this
    // one's.
    placeholderData: (before, query) => (query?.meta?.['view'] === view ? before : undefined),
    enabled,
    meta: { view, ...(live === undefined ? {} : { live }) },
  });
  const { refetch } = result;
  return {
    spec,
    state,
    change: (change) => {
      if (inDialog) {
        setOwn((before) => writeListState(before, spec, change));
        return;
      }
      const paged = change.page !== undefined || change.tab !== undefined;
      setAddress((before) => writeListState(before, spec, change), {
        replace: !paged,
        preventScrollReset: !paged,
      });
    },
    data: result.data,
    isCountExceeded: isExceeded(result.data),
    loading: result.isPending,
    refreshing: result.isFetching && !result.isPending,
    stale: result.isPlaceholderData,
    failure: result.error === null ? null : failureOf(result.error),
    retry: useCallback(() => void refetch(), [refetch]),
  };
}
