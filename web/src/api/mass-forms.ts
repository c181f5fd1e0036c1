import type { Endpoint } from '@evenstock/contract/api/endpoint';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { send, type Reply } from './call.ts';
import { failureOf, type Failure } from './failure.ts';
import { useStore } from './store-context.ts';

/** Number of orders in one call, small enough for a fast reply. */
const readAtOnce = 10;

/** The forms that were loaded so far for the chosen orders. */
export interface LoadedForms<Reply> {
  readonly replies: readonly Reply[];
  readonly isComplete: boolean;
  readonly failure: Failure | null;
  readonly retry: () => void;
}

/** Loads the forms of these orders in calls of ten, one after the other. Each dialog loads them anew, since offers change. */
export function useMassForms<E extends Endpoint>(
  endpoint: E,
  orderIds: readonly number[],
): LoadedForms<Reply<E>> {
  const { storeId } = useStore();
  const query = useInfiniteQuery({
    queryKey: [endpoint.name, storeId, orderIds],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      send(endpoint, {
        params: { storeId },
        query: { q: { id_in: orderIds.slice(pageParam, pageParam + readAtOnce) } },
        signal,
      }),
    getNextPageParam: (_last, pages) =>
      pages.length * readAtOnce < orderIds.length ? pages.length * readAtOnce : undefined,
    staleTime: Infinity,
    gcTime: 0,
  });
  const { data, error, hasNextPage, isFetching, isError, fetchNextPage, refetch } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  return {
    replies: data?.pages ?? [],
    isComplete: data !== undefined && !hasNextPage,
    failure: error === null ? null : failureOf(error),
    retry: () => void (data === undefined ? refetch() : fetchNextPage()),
  };
}
