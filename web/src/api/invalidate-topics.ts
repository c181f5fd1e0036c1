import type { LiveTopic } from '@evenstock/contract/stores/live';
import type { Query, QueryClient } from '@tanstack/react-query';

/** Debounce before a read is repeated, in milliseconds, because changes come in bursts. */
export const pauseMs = 400;

/** Reads under way whose reply may be older than a change. */
const repeated = new WeakSet<Query>();

/** Whether a query shows one of the topics: `useCall(…, { live: ['orders'] })` names them. */
const showsOneOf =
  (topics: Iterable<LiveTopic>) =>
  ({ meta }: Query): boolean => {
    const live = meta?.['live'];
    const wanted = new Set<unknown>(topics);
    return Array.isArray(live) && live.some((topic: unknown) => wanted.has(topic));
  };

/**
 * Marks all queries of the topics as stale, and refetches those on the screen. A read under way may have been answered before the
 * change, so it is repeated after it ends.
 */
export function invalidateTopics(queries: QueryClient, topics: Iterable<LiveTopic>): void {
  const predicate = showsOneOf(topics);
  for (const query of queries.getQueryCache().findAll({ predicate, fetchStatus: 'fetching' })) {
    repeatAfter(queries, query);
  }
  void queries.invalidateQueries({ predicate }, { cancelRefetch: false });
}

function repeatAfter(queries: QueryClient, query: Query): void {
  if (repeated.has(query)) return;
  repeated.add(query);
  const forget = () => repeated.delete(query);
  const repeat = () => {
    forget();
    // A read that began meanwhile may be older than a change that came while this one waited.
    if (query.state.fetchStatus === 'fetching') {
      repeatAfter(queries, query);
      return;
    }
    void queries.invalidateQueries({ queryKey: query.queryKey, exact: true }, { cancelRefetch: false });
  };
  // A failed read shows its error and is retried like other failures.
  query.promise?.then(() => setTimeout(repeat, pauseMs), forget);
}
