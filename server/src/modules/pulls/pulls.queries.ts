import type { Message } from '@evenstock/contract/messages/message';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/database/database.ts';
import type { PullHistory, PullKind, PullScope, PullWindow } from './pulls.rules.ts';

export interface PullRow {
  readonly id: number;
  readonly store_id: number;
  readonly marketplace_id: number;
  readonly kind: PullKind;
  readonly scope: PullScope;
  readonly cursor: unknown;
  readonly window_from: Date | null;
  readonly window_to: Date;
  readonly began_at: Date;
  readonly done: number;
  readonly total: number | null;
  readonly failures: number;
  readonly lease_token: string;
  readonly created_at: Date;
  readonly marketplace_name: string;
  readonly channel: ChannelKind;
}

export const pullColumns = sql`
  p.id, p.store_id, p.marketplace_id, p.kind, p.scope, p.cursor, p.window_from, p.window_to, p.began_at, p.done, p.total,
  p.failures, p.lease_token, p.created_at`;

/** Literals, not parameters: a generic plan must see which partial index applies. */
const isRunning = sql<boolean>`state = 'running'`;
const isDone = sql<boolean>`state = 'done'`;

/** The running pull of a kind and scope; null where none runs. */
export async function findRunning(
  db: Handle,
  pull: Pick<PullRow, 'marketplace_id' | 'kind' | 'scope'>,
): Promise<number | null> {
  const row = await db
    .selectFrom('marketplace_pulls')
    .select('id')
    .where('marketplace_id', '=', pull.marketplace_id)
    .where('kind', '=', pull.kind)
    .where('scope', '=', pull.scope)
    .where(isRunning)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** When the newest completed pull of all changes began, on the channel's clock. */
export async function lastCompletedBegan(
  db: Handle,
  marketplaceId: number,
  kind: PullKind,
): Promise<Date | null> {
  const row = await db
    .selectFrom('marketplace_pulls')
    .select('began_at')
    .where('marketplace_id', '=', marketplaceId)
    .where('kind', '=', kind)
    .where(isDone)
    // A reconcile of orders or returns covers two days only; one of listings covers all of them.
    .where(
      'scope',
      'in',
      kind === 'listings' ? ['first', 'poll', 'manual', 'reconcile'] : ['first', 'poll', 'manual'],
    )
    .orderBy('began_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row !== undefined) return row.began_at;
  // A person who cancels a first import does not want all of the past, only the changes since.
  const cancelled = await db
    .selectFrom('marketplace_pulls')
    .select('began_at')
    .where('marketplace_id', '=', marketplaceId)
    .where('kind', '=', kind)
    .where('scope', '=', 'first')
    .where('state', '=', 'cancelled')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return cancelled?.began_at ?? null;
}

/** Takes the lease of a running pull that is due, that no worker holds, and that no operation works on. */
export async function takeLease(
  db: Handle,
  pullId: number,
  lease: { readonly token: string; readonly now: Date; readonly until: Date },
): Promise<PullRow | null> {
  const { rows } = await sql<PullRow>`
    update marketplace_pulls p set lease_token = ${lease.token}, lease_until = ${lease.until}
    from marketplaces m
    where p.id = ${pullId} and m.id = p.marketplace_id and p.state = 'running' and p.scope <> 'first'
      and (p.lease_until is null or p.lease_until <= ${lease.now})
      and (p.resume_at is null or p.resume_at <= ${lease.now})
    returning ${pullColumns}, m.name as marketplace_name, m.channel`.execute(db);
  return rows[0] ?? null;
}

/** When a running pull may be claimed; null when it has ended, or an operation works on it. */
export async function claimableAt(db: Handle, pullId: number): Promise<Date | null> {
  const row = await db
    .selectFrom('marketplace_pulls')
    .select(['lease_until', 'resume_at', 'created_at'])
    .where('id', '=', pullId)
    .where('state', '=', 'running')
    .where('scope', '<>', 'first')
    .executeTakeFirst();
  if (row === undefined) return null;
  return new Date(
    Math.max(...[row.lease_until, row.resume_at, row.created_at].map((at) => at?.getTime() ?? 0)),
  );
}

export interface PullProgress {
  /** Null: the pull has no further page. */
  readonly cursor: unknown;
  readonly done: number;
  readonly total: number | null;
}

/** Moves the cursor of a pull, under the lease. False: the lease was lost, or the pull has ended. */
export async function moveOn(
  tx: Tx,
  pull: Pick<PullRow, 'id' | 'lease_token'>,
  progress: PullProgress,
  leaseUntil: Date,
): Promise<boolean> {
  const updated = await tx
    .updateTable('marketplace_pulls')
    .set({
      cursor: JSON.stringify(progress.cursor),
      done: progress.done,
      total: progress.total,
      lease_until: leaseUntil,
      failures: 0,
      error: null,
    })
    .where('id', '=', pull.id)
    .where('lease_token', '=', pull.lease_token)
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

export interface PulledMarketplace {
  readonly id: number;
  readonly store_id: number;
  readonly channel: string;
  readonly verified_at: Date;
  readonly listings: readonly (Omit<PullHistory, 'createdAt'> & { createdAt: string })[];
  readonly orders: readonly (Omit<PullHistory, 'createdAt'> & { createdAt: string })[];
  readonly returns: readonly (Omit<PullHistory, 'createdAt'> & { createdAt: string })[];
}

/** Every connected marketplace with its newest pull of each kind and scope. */
export async function connectedWithPulls(db: Handle): Promise<readonly PulledMarketplace[]> {
  const newest = (kind: PullKind) => sql`(
    select coalesce(json_agg(json_build_object('scope', n.scope, 'isRunning', n.state = 'running', 'createdAt', n.created_at)), '[]')
    from unnest(array['first', 'poll', 'reconcile', 'manual']) s(scope)
    cross join lateral (
      select p.scope, p.state, p.created_at from marketplace_pulls p
      where p.marketplace_id = m.id and p.kind = ${kind} and p.scope = s.scope
      order by p.id desc limit 1) n)`;
  const { rows } = await sql<PulledMarketplace>`
    select m.id, m.store_id, m.channel, m.verified_at, ${newest('listings')} as listings, ${newest('orders')} as orders,
      ${newest('returns')} as returns
    from marketplaces m join stores b on b.id = m.store_id and b.deleted_at is null
    where m.state = 'verified' and m.verified_at is not null and not m.needs_authorization
      and m.deleted_at is null and m.deactivated_at is null and m.place_state = 'chosen'
    order by m.id`.execute(db);
  return rows;
}

/** Running pulls that are due and without a worker. Operations resume their own. */
export async function abandonedPulls(
  db: Handle,
  now: Date,
): Promise<readonly { id: number; kind: PullKind }[]> {
  const { rows } = await sql<{ id: number; kind: PullKind }>`
    select id, kind from marketplace_pulls
    where state = 'running' and scope <> 'first' and greatest(lease_until, resume_at, created_at) < ${now}`.execute(
    db,
  );
  return rows;
}

/**
 * Reads a marketplace's channel, its clock offset, and the person who authorised it.
 * @throws NoResultError where the store has no such marketplace
 */
export async function readShop(
  tx: Tx,
  storeId: number,
  marketplaceId: number,
): Promise<{ channel: string; clockOffsetMs: number; verifiedBy: number | null }> {
  const { channel, clock_offset_ms, verified_by_user_id } = await tx
    .selectFrom('marketplaces')
    .select(['channel', 'clock_offset_ms', 'verified_by_user_id'])
    .where('id', '=', marketplaceId)
    .where('store_id', '=', storeId)
    .executeTakeFirstOrThrow();
  return { channel, clockOffsetMs: clock_offset_ms, verifiedBy: verified_by_user_id };
}

/** Begins a pull. @returns its id; null where one of its kind and scope runs */
export async function insertPull(
  tx: Tx,
  pull: {
    readonly storeId: number;
    readonly marketplaceId: number;
    readonly kind: PullKind;
    readonly scope: PullScope;
    readonly window: PullWindow;
    readonly beganAt: Date;
    readonly now: Date;
  },
): Promise<number | null> {
  const begun = await tx
    .insertInto('marketplace_pulls')
    .values({
      store_id: pull.storeId,
      marketplace_id: pull.marketplaceId,
      kind: pull.kind,
      scope: pull.scope,
      window_from: pull.window.from,
      window_to: pull.window.to,
      began_at: pull.beganAt,
      created_at: pull.now,
    })
    .onConflict((conflict) =>
      conflict.columns(['marketplace_id', 'kind', 'scope']).where(isRunning).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return begun?.id ?? null;
}

/** What a pull reads; null where there is no such pull. */
export async function kindOf(db: Handle, pullId: number): Promise<PullKind | null> {
  const pull = await db
    .selectFrom('marketplace_pulls')
    .select('kind')
    .where('id', '=', pullId)
    .executeTakeFirst();
  if (pull === undefined) return null;
  return pull.kind === 'listings' || pull.kind === 'returns' ? pull.kind : 'orders';
}

/** When a pull began, on the channel's clock. @throws NoResultError where there is no such pull */
export async function beganAt(db: Handle, pullId: number): Promise<Date> {
  const pull = await db
    .selectFrom('marketplace_pulls')
    .select('began_at')
    .where('id', '=', pullId)
    .executeTakeFirstOrThrow();
  return pull.began_at;
}

type HeldPull = Pick<PullRow, 'id' | 'lease_token'>;

/** Ends a pull as done. @returns the number of records it read; null where its lease was lost */
export async function endPull(tx: Tx, pull: HeldPull, now: Date): Promise<number | null> {
  const ended = await tx
    .updateTable('marketplace_pulls')
    .set({
      state: 'done',
      finished_at: now,
      cursor: null,
      lease_token: null,
      lease_until: null,
      error: null,
    })
    .where('id', '=', pull.id)
    .where('lease_token', '=', pull.lease_token)
    .where('state', '=', 'running')
    .returning('done')
    .executeTakeFirst();
  return ended?.done ?? null;
}

/** Releases the lease of a pull after a failure: it is retried at a time, or ends. False: its lease was lost. */
export async function setFailure(
  tx: Tx,
  pull: HeldPull,
  { failures, messages }: { readonly failures: number; readonly messages: readonly Message[] },
  then: { readonly resumeAt: Date } | { readonly failedAt: Date },
): Promise<boolean> {
  const given = await tx
    .updateTable('marketplace_pulls')
    .set({
      lease_token: null,
      lease_until: null,
      failures,
      error: JSON.stringify(messages),
      ...('failedAt' in then
        ? { state: 'failed', finished_at: then.failedAt }
        : { resume_at: then.resumeAt }),
    })
    .where('id', '=', pull.id)
    .where('lease_token', '=', pull.lease_token)
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst();
  return given !== undefined;
}

/** Releases the lease of a pull, which is due at once or at a time. False: its lease was lost. */
export async function releaseLease(tx: Tx, pull: HeldPull, resumeAt: Date | null): Promise<boolean> {
  const given = await tx
    .updateTable('marketplace_pulls')
    .set({ lease_token: null, lease_until: null, resume_at: resumeAt })
    .where('id', '=', pull.id)
    .where('lease_token', '=', pull.lease_token)
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst();
  return given !== undefined;
}

/** The newest ended pulls of a kind, the newest first. */
export async function newestEnded(
  db: Handle,
  marketplaceId: number,
  kind: PullKind,
  limit: number,
): Promise<{ scope: PullScope; state: 'done' | 'failed'; error: readonly Message[] | null }[]> {
  const { rows } = await sql<{
    scope: PullScope;
    state: 'done' | 'failed';
    error: readonly Message[] | null;
  }>`
    select scope, state, error from marketplace_pulls
    where marketplace_id = ${marketplaceId} and kind = ${kind} and state in ('done', 'failed')
    order by finished_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/** Deletes pulls that ended before an instant, but never the newest of their kind, scope and state. */
export async function deletePullsBefore(db: Handle, before: Date): Promise<void> {
  await sql`
    delete from marketplace_pulls p
    where p.state <> 'running' and p.finished_at < ${before} and exists (
      select from marketplace_pulls n
      where n.marketplace_id = p.marketplace_id and n.kind = p.kind and n.scope = p.scope and n.state = p.state
        and n.id > p.id)`.execute(db);
}
