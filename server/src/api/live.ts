import { liveTopic, type LiveEvent, type LiveTopic } from '@evenstock/contract/stores/live';
import { sql, type RawBuilder } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import { newClient, type DatabaseConnection } from '../platform/database/choose-host.ts';
import type { Tx } from '../platform/database/database.ts';

const CHANNEL = 'evenstock_live';
/** Maximum number of ids in a notice; beyond it, anything of the topic may have changed. */
const MOST_IDS = 200;
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5_000;
/** The longest that a page takes from its first read until it listens. */
const RECENT_MS = 30_000;

const notice = z.union([
  z.object({ store: z.number(), topic: liveTopic, ids: z.array(z.number()) }),
  z.object({ endSession: z.number() }),
  z.object({ endMember: z.object({ store: z.number(), user: z.number() }) }),
]);

function notifying(message: z.infer<typeof notice>): RawBuilder<unknown> {
  return sql`pg_notify(${CHANNEL}, ${JSON.stringify(message)})`;
}

/**
 * Announces changed records to the viewers of a store, when the transaction is committed.
 * @param ids the records that changed; empty where anything of the topic may have
 */
export async function announce(
  tx: Tx,
  storeId: number,
  topic: LiveTopic,
  ids: readonly number[],
): Promise<void> {
  await sql`select ${announcing(storeId, topic, ids)}`.execute(tx);
}

/** The SQL expression that does what `announce` does, for a statement that does more. */
export function announcing(storeId: number, topic: LiveTopic, ids: readonly number[]): RawBuilder<unknown> {
  const unique = [...new Set(ids)];
  return notifying({ store: storeId, topic, ids: unique.length > MOST_IDS ? [] : unique });
}

/** Ends live streams once the transaction is committed: those of a session, or of a member in a store. */
export async function endStreams(
  tx: Tx,
  whose: { readonly sessionId: number } | { readonly storeId: number; readonly userId: number },
): Promise<void> {
  const message =
    'sessionId' in whose
      ? { endSession: whose.sessionId }
      : { endMember: { store: whose.storeId, user: whose.userId } };
  await sql`select ${notifying(message)}`.execute(tx);
}

/** One browser that listens. */
export interface Listener {
  readonly storeId: number;
  readonly userId: number;
  readonly sessionId: number;
  changed(event: LiveEvent): void;
  /** Changes may have been missed: fetch again what is shown. */
  reset(): void;
  end(): void;
}

/** Distributes the database's notifications to the listeners of this process. */
export interface LiveHub {
  /** The topics of a store that changed within `RECENT_MS`: a page may have read them before it listened. */
  recentTopics(storeId: number): readonly LiveTopic[];
  /** Adds a listener. @returns a function that removes it */
  join(listener: Listener): () => void;
  /** Ends every stream, and each that begins from now on. */
  endAll(): void;
  close(): Promise<void>;
}

/** Opens the listening connection of this process; it reconnects after a loss. */
export async function openLiveHub(connection: DatabaseConnection, log: Logger): Promise<LiveHub> {
  const listeners = new Set<Listener>();
  const recent = recentChanges();
  let client: pg.Client | null = null;
  let isClosed = false;
  let isEnding = false;
  let retry: NodeJS.Timeout | null = null;

  const connect = async (): Promise<void> => {
    const next = newClient({ ...connection, keepAlive: true });
    next.on('notification', ({ payload }) => {
      if (payload !== undefined) hand(listeners, recent, payload, log);
    });
    next.on('error', () => {
      lose(next);
    });
    next.on('end', () => {
      lose(next);
    });
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}`);
    } catch (error) {
      await next.end().catch(() => undefined);
      throw error;
    }
    if (isClosed) await next.end();
    else client = next;
  };
  const lose = (lost: pg.Client): void => {
    if (client !== lost || isClosed) return;
    client = null;
    log.warn('The connection for live changes was lost; it is opened again.');
    comeBack(FIRST_RETRY_MS);
  };
  const comeBack = (wait: number): void => {
    retry = setTimeout(() => {
      connect().then(
        () => {
          for (const listener of listeners) listener.reset();
        },
        () => {
          if (!isClosed) comeBack(Math.min(wait * 2, LONGEST_RETRY_MS));
        },
      );
    }, wait);
  };

  const endAll = (): void => {
    isEnding = true;
    for (const listener of listeners) listener.end();
  };

  await connect();
  return {
    recentTopics: (storeId) => recent.of(storeId),
    join(listener) {
      listeners.add(listener);
      // A new listener is still writing the beginning of its stream.
      if (isEnding) setImmediate(() => listener.end());
      return () => {
        listeners.delete(listener);
      };
    },
    endAll,
    async close() {
      isClosed = true;
      if (retry !== null) clearTimeout(retry);
      endAll();
      await client?.end();
    },
  };
}

interface RecentChanges {
  add(storeId: number, topic: LiveTopic): void;
  of(storeId: number): readonly LiveTopic[];
}

/** Remembers which topics of which store changed lately. */
function recentChanges(): RecentChanges {
  // A map is ordered by insertion, here the time of the last change.
  const changed = new Map<string, { storeId: number; topic: LiveTopic; at: number }>();
  const dropExpired = (): void => {
    const since = performance.now() - RECENT_MS;
    for (const [key, { at }] of changed) {
      if (at >= since) return;
      changed.delete(key);
    }
  };
  return {
    add(storeId, topic) {
      const key = `${storeId} ${topic}`;
      changed.delete(key);
      changed.set(key, { storeId, topic, at: performance.now() });
      dropExpired();
    },
    of(storeId) {
      dropExpired();
      return [...changed.values()].filter((change) => change.storeId === storeId).map(({ topic }) => topic);
    },
  };
}

function hand(listeners: ReadonlySet<Listener>, recent: RecentChanges, payload: string, log: Logger): void {
  const parsed = notice.safeParse(JSON.parse(payload));
  if (!parsed.success) {
    log.warn('A live change could not be parsed.');
    return;
  }
  const message = parsed.data;
  if ('topic' in message) recent.add(message.store, message.topic);
  for (const listener of listeners) {
    if ('topic' in message) {
      if (listener.storeId === message.store) listener.changed({ topic: message.topic, ids: message.ids });
    } else if ('endSession' in message) {
      if (listener.sessionId === message.endSession) listener.end();
    } else if (listener.storeId === message.endMember.store && listener.userId === message.endMember.user) {
      listener.end();
    }
  }
}
