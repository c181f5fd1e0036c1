import { liveTopic, streamEvents, type LiveTopic } from '@evenstock/contract/stores/live';
import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { open } from './call.ts';
import { doubtConnection, whileTrusted } from './connection-doubts.ts';
import { reconnectDelay } from './event-lines.ts';
import { readStream } from './event-stream.ts';
import { failureOf } from './failure.ts';
import { invalidateTopics, pauseMs } from './invalidate-topics.ts';
import type { LiveStatus } from './live.rules.ts';

let status: LiveStatus = 'connecting';
const listeners = new Set<() => void>();

function report(next: LiveStatus): void {
  if (next === status) return;
  status = next;
  for (const listener of listeners) listener();
}

export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => status,
  );
}

/**
 * Reads the store's event stream and marks the queries of its topics as stale. Returns a function that stops it.
 * After a lost connection all live queries are stale, because events may have been missed.
 */
export function followStore(storeId: string, queries: QueryClient): () => void {
  const ended = new AbortController();
  const changed = new Set<LiveTopic>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const refresh = (topics: Iterable<LiveTopic>) => {
    for (const topic of topics) changed.add(topic);
    timer ??= setTimeout(() => {
      timer = undefined;
      const seen = [...changed];
      changed.clear();
      invalidateTopics(queries, seen);
    }, pauseMs);
  };

  void follow(storeId, ended.signal, refresh);
  addEventListener('offline', doubtConnection, { signal: ended.signal });
  return () => {
    ended.abort();
    clearTimeout(timer);
    report('connecting');
  };
}

async function follow(storeId: string, ended: AbortSignal, refresh: (topics: Iterable<LiveTopic>) => void) {
  const over = () => ended.aborted;
  let failures = 0;
  let missedSome = false;
  while (!over()) {
    const { signal, release } = whileTrusted(ended);
    try {
      const response = await open(streamEvents, { params: { storeId }, signal }, 'text/event-stream');
      report('live');
      failures = 0;
      if (missedSome) refresh(liveTopic.options);
      await readStream(response, refresh);
    } catch (thrown) {
      // Whatever ended the stream, the reaction is to wait and reconnect. A deleted store is noticed when it is read.
      const failure = failureOf(thrown);
      if (failure.kind === 'plain' && failure.status === 404) refresh(['store']);
    } finally {
      release();
    }
    missedSome = true;
    if (over()) return;
    report('lost');
    await pause(reconnectDelay(failures, Math.random()), ended);
    failures += 1;
  }
}

/** Waits, but at most until it is stopped or the network returns. */
async function pause(milliseconds: number, ended: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(finish, milliseconds);
    function finish() {
      clearTimeout(timer);
      removeEventListener('online', finish);
      ended.removeEventListener('abort', finish);
      resolve();
    }
    addEventListener('online', finish);
    ended.addEventListener('abort', finish);
  });
}
