import type { MessageOnWire } from '@evenstock/contract/messages/message';
import { sql, type RawBuilder } from 'kysely';
import type { Handle } from '../../platform/database/database.ts';

/** The duration of one stage: `percentiles` are the median and the 95th, in seconds; null where `count` is 0. */
export interface StageFigures {
  readonly count: number;
  readonly percentiles: readonly [number, number] | null;
}

export interface SyncFigures {
  readonly marketplaceId: number;
  readonly channel: string;
  readonly seen: StageFigures;
  readonly pushed: StageFigures;
  readonly confirmed: StageFigures;
  readonly waiting: number;
  /** Those among the waiting that the marketplace refuses, and since when the oldest of the others has waited. */
  readonly refused: number;
  readonly oldestUnrefusedAt: Date | null;
  readonly oldestWaitingAt: Date | null;
  readonly retryAt: Date | null;
}

interface FiguresRow extends Pick<
  SyncFigures,
  'marketplaceId' | 'channel' | 'waiting' | 'oldestWaitingAt' | 'refused' | 'oldestUnrefusedAt' | 'retryAt'
> {
  readonly seenCount: number;
  readonly seen: StageFigures['percentiles'];
  readonly sentCount: number;
  readonly pushed: StageFigures['percentiles'];
  readonly confirmed: StageFigures['percentiles'];
}

const seconds = (from: RawBuilder<unknown>, to: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`greatest(0, extract(epoch from ${to} - ${from}))::float8`;
const percentiles = (of: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`percentile_cont(array[0.5, 0.95]) within group (order by ${of})`;

/**
 * The statement of `readSyncFigures`. Orders of the first import are left out: they were sold before the marketplace was connected.
 * @param marketplaceIds null: every connected marketplace
 */
export const syncFigures = (
  marketplaceIds: readonly number[] | null,
  since: Date,
): RawBuilder<FiguresRow> => sql`
  select m.id as "marketplaceId", m.channel, orders.count as "seenCount", orders.seen, pushes.count as "sentCount",
    pushes.pushed, pushes.confirmed, queue.waiting, queue.oldest as "oldestWaitingAt", queue.refused,
    queue.unrefused as "oldestUnrefusedAt", queue.retry as "retryAt"
  from marketplaces m
  cross join lateral (
    select count(*)::integer as count, ${percentiles(
      seconds(
        sql`(o.source_created_at - make_interval(secs => m.clock_offset_ms / 1000.0))`,
        sql`o.imported_at`,
      ),
    )} as seen
    from orders o
    where o.marketplace_id = m.id and o.imported_at >= ${since} and o.source_created_at >= m.first_synced_at
  ) orders
  cross join lateral (
    select count(*)::integer as count, ${percentiles(seconds(sql`p.created_at`, sql`p.sent_at`))} as pushed,
      ${percentiles(seconds(sql`p.sent_at`, sql`p.answered_at`))} as confirmed
    from listing_stock_movements p
    where p.marketplace_id = m.id and p.outcome = 'ok' and p.answered_at >= ${since}
  ) pushes
  cross join lateral (
    select count(*)::integer as waiting, min(s.due_since) as oldest, min(s.retry_at) as retry,
      count(*) filter (where s.flag = 'rejected')::integer as refused,
      min(s.due_since) filter (where s.flag is distinct from 'rejected') as unrefused
    from listing_stocks s where s.marketplace_id = m.id and s.acked_rev < s.target_rev
  ) queue
  where ${
    marketplaceIds === null
      ? sql`m.deleted_at is null and m.deactivated_at is null and m.state = 'verified'`
      : sql`m.id = any(${marketplaceIds}::bigint[])`
  }
  order by m.id`;

/** The durations of the sync of marketplaces since an instant, and what waits now. */
export async function readSyncFigures(
  db: Handle,
  marketplaceIds: readonly number[] | null,
  since: Date,
): Promise<SyncFigures[]> {
  const { rows } = await syncFigures(marketplaceIds, since).execute(db);
  return rows.map(({ seenCount, seen, sentCount, pushed, confirmed, ...row }) => ({
    ...row,
    seen: { count: seenCount, percentiles: seen },
    pushed: { count: sentCount, percentiles: pushed },
    confirmed: { count: sentCount, percentiles: confirmed },
  }));
}

export interface SyncError {
  readonly at: Date;
  readonly messages: readonly MessageOnWire[];
}

/** The statement of `readLastError`. */
export const lastError = (marketplaceId: number): RawBuilder<SyncError> => sql`
  (select coalesce(finished_at, created_at) as at, error as messages
    from marketplace_pulls where marketplace_id = ${marketplaceId} and error is not null
    order by id desc limit 1)
  union all
  (select coalesce(answered_at, sent_at, created_at), coalesce(reason_messages, '[]')
    from listing_stock_movements where marketplace_id = ${marketplaceId} and state = 'failed'
    order by id desc limit 1)
  order by at desc limit 1`;

/** The newest failure of a marketplace: of a pull, or of a pushed quantity. */
export async function readLastError(db: Handle, marketplaceId: number): Promise<SyncError | null> {
  const { rows } = await lastError(marketplaceId).execute(db);
  return rows[0] ?? null;
}

interface PullTimes {
  readonly polledAt: Date | null;
  readonly resumeAt: Date | null;
}

/** The statement of `readPullTimes`. */
export const pullTimes = (marketplaceId: number): RawBuilder<PullTimes> => sql`
  select (select created_at from marketplace_pulls
      where marketplace_id = ${marketplaceId} and kind = 'orders' and scope = 'poll'
      order by id desc limit 1) as "polledAt",
    (select min(resume_at) from marketplace_pulls
      where marketplace_id = ${marketplaceId} and state = 'running') as "resumeAt"`;

/** When the newest poll of orders began, and when a failed pull is retried; each null where there is none. */
export async function readPullTimes(db: Handle, marketplaceId: number): Promise<PullTimes> {
  const { rows } = await pullTimes(marketplaceId).execute(db);
  return rows[0] ?? { polledAt: null, resumeAt: null };
}
