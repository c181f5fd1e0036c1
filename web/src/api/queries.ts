import type { Endpoint } from '@evenstock/contract/api/endpoint';
import type { LiveTopic } from '@evenstock/contract/stores/live';
import {
  QueryClient,
  useMutation,
  useQuery,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useState } from 'react';
import { send, type Input, type LooseInput, type Reply } from './call.ts';
import { failureOf, mayPass, type Failure } from './failure.ts';
import { invalidateTopics } from './invalidate-topics.ts';
import { joinWrite } from './join-writes.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Live events report changes; the stale time is only a fallback.
      staleTime: 30_000,
      gcTime: 30 * 60_000,
      retry: (failures, thrown) => failures < 1 && maySoonPass(failureOf(thrown)),
      retryDelay: 600,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

/** A call that timed out is not retried: the user has waited long enough. */
const maySoonPass = (failure: Failure): boolean =>
  mayPass(failure) && !(failure.kind === 'offline' && failure.isLate === true);

export interface CallOptions<E extends Endpoint> {
  /** Returns an earlier request for the same data; null if there is none. */
  readonly early?: () => Promise<Reply<E>> | null;
  /** Topics of the event stream that make this query stale. */
  readonly live?: readonly LiveTopic[];
  readonly enabled?: boolean;
  readonly staleTime?: number;
  /** Milliseconds for which an unused reply is kept. */
  readonly gcTime?: number;
  /** Milliseconds after which it is read again while somebody looks at it. */
  readonly refetchInterval?: number;
  /** Milliseconds between a failure that may pass and the one repetition. */
  readonly retryDelay?: number;
}

/** Reads from an endpoint, and reads again when one of the topics it shows changes. */
export function useCall<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions<E> = {},
): UseQueryResult<Reply<E>> {
  const { live, early, ...rest } = options;
  return useQuery<Reply<E>>({
    queryKey: [endpoint.name, input],
    queryFn: ({ signal }) => early?.() ?? send(endpoint, { ...input, signal }),
    ...(live === undefined ? {} : { meta: { live } }),
    ...rest,
  });
}

/**
 * Writes to an endpoint: `const adjust = useWrite(updateVariant); adjust.mutate({ params, body })`.
 * `onError` gets a CallError: `failureOf(error)`. Topics in `refresh` are read again without waiting for the event stream.
 * @param queue writes of one queue are sent one after another, in the order of their calls
 */
export function useWrite<E extends Endpoint>(
  endpoint: E,
  refresh: readonly LiveTopic[] = [],
  queue?: string,
): UseMutationResult<Reply<E>, Error, Input<E>> {
  return useMutation<Reply<E>, Error, Input<E>>({
    mutationFn: useJoined(endpoint),
    onSuccess: () => refreshTopics(refresh),
    ...(queue === undefined ? {} : { scope: { id: queue } }),
  });
}

/** Same as `useWrite`, for input whose type is only known at run time: a form, or what a list builds from the URL. */
export function useSend<E extends Endpoint>(
  endpoint: E,
  refresh: readonly LiveTopic[] = [],
): UseMutationResult<Reply<E>, Error, LooseInput> {
  return useMutation<Reply<E>, Error, LooseInput>({
    mutationFn: useJoined(endpoint),
    onSuccess: () => refreshTopics(refresh),
  });
}

/** Sends the writes of a component; identical ones that are sent at once are one call. */
function useJoined<E extends Endpoint>(endpoint: E): (input: LooseInput) => Promise<Reply<E>> {
  const [underWay] = useState(() => new Map<string, Promise<Reply<E>>>());
  return (input) => joinWrite(underWay, input, () => send(endpoint, input));
}

/** Marks all queries of these topics as stale. */
export const refreshTopics = (topics: readonly LiveTopic[]): void => invalidateTopics(queryClient, topics);

/** Puts a record that a write returned into the cache of its query. */
export function rememberReply<E extends Endpoint>(endpoint: E, input: Input<E>, reply: Reply<E>): void {
  queryClient.setQueryData([endpoint.name, input], reply);
}
