import { PassThrough } from 'node:stream';
import { liveTopic, type LiveEvent, type LiveTopic } from '@evenstock/contract/stores/live';
import type { LiveHub } from './live.ts';

/** The interval in which changes are collected and sent together, in milliseconds. */
const GATHER_MS = 100;
const HEARTBEAT_MS = 15_000;
/** The most ids that a topic collects before it means all of them. */
const MOST_IDS = 500;

export interface EventStreamOptions {
  readonly hub: LiveHub;
  readonly storeId: number;
  readonly userId: number;
  readonly sessionId: number;
  /** Whether the browser reconnects, so that it may have missed changes. */
  readonly isReturning: boolean;
  /** Checked at each heartbeat; false ends the stream. */
  readonly mayStay: () => Promise<boolean>;
}

/**
 * A store's live changes as server-sent events:
 * `data:` lines of `{topic, ids}`. When changes may have been missed every topic is named, without ids: all of it may have
 * changed. A stream begins with what changed shortly before it, because its page may have read that already.
 */
export function openEventStream(options: EventStreamOptions): PassThrough {
  const stream = new PassThrough();
  const gathered = new Map<LiveTopic, Set<number> | 'all'>();
  let gathering: NodeJS.Timeout | null = null;

  const write = (event: LiveEvent): void => {
    stream.write(`data: ${JSON.stringify(event)}\n\n`);
  };
  const flush = (): void => {
    gathering = null;
    // Changes for a slow reader are collected, so that memory stays bounded.
    if (stream.writableNeedDrain) {
      stream.once('drain', flush);
      return;
    }
    for (const [topic, ids] of gathered) write({ topic, ids: ids === 'all' ? [] : [...ids] });
    gathered.clear();
  };
  const gather = ({ topic, ids }: LiveEvent): void => {
    const known = gathered.get(topic) ?? new Set<number>();
    if (known !== 'all') {
      for (const id of ids) known.add(id);
      gathered.set(topic, ids.length === 0 || known.size > MOST_IDS ? 'all' : known);
    }
    gathering ??= setTimeout(flush, GATHER_MS);
  };
  const reset = (): void => {
    for (const topic of liveTopic.options) gather({ topic, ids: [] });
  };

  const leave = options.hub.join({
    storeId: options.storeId,
    userId: options.userId,
    sessionId: options.sessionId,
    changed: gather,
    reset,
    end: () => {
      stream.end();
    },
  });
  const heartbeat = setInterval(() => {
    options.mayStay().then(
      (may) => {
        if (may) stream.write(': still here\n\n');
        else stream.end();
      },
      () => {
        // While the database is away the stream stays, and is checked at the next heartbeat.
      },
    );
  }, HEARTBEAT_MS);
  stream.on('close', () => {
    leave();
    clearInterval(heartbeat);
    if (gathering !== null) clearTimeout(gathering);
  });

  stream.write('event: ready\ndata: {}\n\n');
  if (options.isReturning) reset();
  for (const topic of options.hub.recentTopics(options.storeId)) write({ topic, ids: [] });
  return stream;
}
