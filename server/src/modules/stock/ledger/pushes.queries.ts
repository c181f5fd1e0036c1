import type { ListingKey } from '@evenstock/connectors/kit/listing-key';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { englishOf } from '@evenstock/contract/messages/english';
import { sql, type RawBuilder } from 'kysely';
import type { Committed } from '../../../platform/logs/recovery-log.ts';
import type { Handle, Tx } from '../../../platform/database/database.ts';
import { listingOf } from './listing-lookup.queries.ts';
import type { Attempt, AttemptEnd } from '../protocol/outcome.rules.ts';

const zeroed = sql`select marketplace_id from marketplace_zeroings where ended_at is null`;

/**
 * Pushes wait while the sync of the store or of the shop is off, or the shop is not connected. Forced zeros of a shop that is being
 * deactivated are pushed even while sync is off: they do not depend on a read.
 */
const openShops = sql`
  select m.id from marketplaces m join stores s on s.id = m.store_id
  where s.deleted_at is null and m.state = 'verified' and not m.needs_authorization and m.deactivated_at is null
    and m.deleted_at is null and m.place_state = 'chosen' and ((s.can_sync_quantity and m.can_sync_to_marketplace) or m.id in (${zeroed}))`;

/**
 * Whether a shop's quantity may be lowered after a recovery. It may not while it is evidence for the SKU's quantity. Once a member is
 * asked to count the SKU, its shops and those of its sets are lowered.
 */
const lowerable = sql`
  not exists (
    select from recovering_listings rl join variant_listings l on l.id = rl.variant_listing_id
    where rl.variant_listing_id = ls.variant_listing_id
      and not exists (
        select from recovery_counts c where c.holds and c.shops <> '[]' and (c.variant_id = l.variant_id
          or c.variant_id in (select part_id from set_parts where set_id = l.variant_id))))`;

/**
 * Whether a hold lets this quantity be written. It may not raise what the shop was read to show, nor what was written since that
 * read.
 */
const unheld = (quantity: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  not ls.held or (ls.forced and ls.marketplace_id in (${zeroed}))
  or (ls.hold_read_at is not null and ${quantity} < ls.read_quantity
    and (ls.sent_at is null or ls.sent_at <= ls.hold_read_at or ${quantity} <= ls.sent_quantity)
    and ${lowerable}))`;

const itsListing = listingOf(sql`ls.variant_listing_id`);

const writable = sql`
  ls.acked_rev < ls.target_rev and ls.lease_token is null and ls.counted_from is not null and ls.kept_since is null
  and ${unheld(sql`ls.send`)}
  and vl.deleted_at is null and vl.state <> 'deleted'`;

export interface Shop {
  readonly id: number;
  readonly store_id: number;
  readonly channel: ChannelKind;
  /** The channel's clock minus ours, in milliseconds. */
  readonly clock_offset_ms: number;
}

export async function findShop(db: Handle, marketplaceId: number): Promise<Shop | null> {
  const { rows } = await sql<Shop>`
    select id, store_id, channel, clock_offset_ms from marketplaces where id = ${marketplaceId}`.execute(db);
  return rows[0] ?? null;
}

/** The channels' clocks minus ours, in milliseconds, by marketplace. */
export async function clockOffsets(tx: Tx, marketplaceIds: readonly number[]): Promise<Map<number, number>> {
  if (marketplaceIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('marketplaces')
    .select(['id', 'clock_offset_ms'])
    .where('id', 'in', [...new Set(marketplaceIds)])
    .execute();
  return new Map(rows.map((row) => [row.id, row.clock_offset_ms]));
}

/** A listing under a lease, with the number to send. */
export interface Leased extends ListingKey {
  readonly listingId: number;
  readonly revision: number;
  readonly send: number;
  readonly transformed: boolean;
  readonly forced: boolean;
}

const leasedColumns = sql`
  ls.variant_listing_id as "listingId", ls.target_rev as revision, ls.send, ls.transformed, ls.forced,
  vl.channel_item_id as "itemId", vl.channel_variant_id as "variantId", vl.stock_ref as "stockRef"`;

export interface Batch {
  readonly lines: number;
  readonly within: 'item' | 'shop';
}

/** What the database must not lack for a claim. */
export interface ClaimGate {
  /** The generation that the process agreed on. */
  readonly generation: number;
  /** What the process has committed so far. */
  readonly remembered: Committed;
}

/** The database is of the generation agreed on, and lacks nothing that this process remembers. */
function lacksNothing({ generation, remembered: { process, count, last } }: ClaimGate): RawBuilder<unknown> {
  return sql`exists (
    select from installation i
    where i.generation = ${generation} and i.recovery_requested_at is null
      and (${count} = 0 or exists (select from attempt_counts c where c.process_id = ${process} and c.count >= ${count}))
      and (${last === null} or i.purged_movement >= ${last?.id ?? 0}
        or exists (select from stock_movements s where s.id = ${last?.id ?? 0} and s.cause = ${last?.key ?? ''})
        or exists (select from processes p where p.id = ${process} and p.settled_movement >= ${last?.id ?? 0})))`;
}

/** Whether the process may claim. */
export async function mayClaim(db: Handle, gate: ClaimGate): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select ${lacksNothing(gate)} as may`.execute(db);
  return rows[0]?.may === true;
}

/**
 * Claims at most a batch of due pushes of a shop: decreases first, then the ones that have waited longest.
 * Rows that are locked by others are skipped. A database that went back in time gives none.
 */
export async function claimDue(
  db: Handle,
  marketplaceId: number,
  batch: Batch,
  lease: { readonly token: string; readonly now: Date; readonly until: Date },
  gate: ClaimGate,
): Promise<Leased[]> {
  const { rows } = await sql<Leased>`
    with due as materialized (
      select ls.variant_listing_id, vl.channel_item_id, ls.send < ls.shop_quantity as lowers, ls.due_since
      from listing_stocks ls ${itsListing}
      where ls.marketplace_id = ${marketplaceId} and ls.marketplace_id in (${openShops}) and ${writable}
        and (ls.retry_at is null or ls.retry_at <= ${lease.now}) and ${lacksNothing(gate)}
      order by lowers desc, ls.due_since, ls.variant_listing_id
      limit ${batch.lines} for update of ls skip locked
    ), chosen as (
      select variant_listing_id from due
      where ${batch.within === 'shop'} or channel_item_id = (
        select channel_item_id from due order by lowers desc, due_since, variant_listing_id limit 1)
    )
    update listing_stocks ls
    set lease_token = ${lease.token}, lease_until = ${lease.until}, attempt_id = null
    from chosen c, variant_listings vl
    where ls.variant_listing_id = c.variant_listing_id and vl.id = c.variant_listing_id
    returning ${leasedColumns}`.execute(db);
  return rows.sort((one, other) => one.listingId - other.listingId);
}

/** Listings that are still under this lease. */
export async function leased(db: Handle, token: string): Promise<Leased[]> {
  const { rows } = await sql<Leased>`
    select ${leasedColumns}
    from listing_stocks ls join variant_listings vl on vl.id = ls.variant_listing_id
    where ls.lease_token = ${token} order by ls.variant_listing_id`.execute(db);
  return rows;
}

export interface AttemptLine {
  readonly variant_listing_id: number;
  readonly revision: number;
  readonly quantity: number;
  readonly transformed: boolean;
  readonly force_zero_qty: boolean;
  readonly attempt_key: string;
  readonly compare_from: number | null;
}

/**
 * Writes the attempts before the call and commits them. Lines that are no longer under the lease are left out, and so are those that
 * a hold stops by now: their lease ends. The process's count is locked after all lines: `count(*)` reads, and so locks, each of them.
 * @returns them, with how many batches this process has written
 */
export async function writeAttempts(
  db: Handle,
  token: string,
  lines: readonly AttemptLine[],
  at: { readonly sentAt: Date; readonly now: Date; readonly process: string },
): Promise<{ listingId: number; id: number; batches: number }[]> {
  const { rows } = await sql<{ listingId: number; id: number; batches: number }>`
    with lines as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l(variant_listing_id bigint, revision bigint,
        quantity integer, transformed boolean, force_zero_qty boolean, attempt_key uuid, compare_from integer)
    ), leased as materialized (
      select l.*, ls.store_id, ls.marketplace_id, ${unheld(sql`l.quantity`)} as "isFree"
      from listing_stocks ls join lines l using (variant_listing_id)
      where ls.lease_token = ${token} order by l.variant_listing_id for update of ls
    ), mine as (
      select * from leased where "isFree"
    ), stopped as (
      update listing_stocks ls set lease_token = null, lease_until = null
      from leased l where l.variant_listing_id = ls.variant_listing_id and not l."isFree"
    ), sent as (
      update listing_stock_movements a
      set revision = m.revision, quantity = m.quantity, transformed = m.transformed, force_zero_qty = m.force_zero_qty,
        attempt_key = m.attempt_key, compare_from = m.compare_from, sent_at = ${at.sentAt}, outcome = 'pending', reason = null,
        reason_messages = null
      from mine m
      where a.variant_listing_id = m.variant_listing_id and a.state = 'pending' and a.sent_at is null
      returning a.id, a.variant_listing_id
    ), added as (
      insert into listing_stock_movements (store_id, variant_listing_id, marketplace_id, revision, quantity, transformed,
        force_zero_qty, attempt_key, compare_from, sent_at, outcome, created_at)
      select m.store_id, m.variant_listing_id, m.marketplace_id, m.revision, m.quantity, m.transformed, m.force_zero_qty,
        m.attempt_key, m.compare_from, ${at.sentAt}, 'pending', ${at.now}
      from mine m where not exists (select from sent s where s.variant_listing_id = m.variant_listing_id)
      returning id, variant_listing_id
    ), attempts as (select * from sent union all select * from added
    ), counted as (
      insert into attempt_counts (process_id, count)
      select ${at.process}::uuid, 1 where (select count(*) from mine) > 0
      on conflict (process_id) do update set count = attempt_counts.count + 1
      returning count
    )
    update listing_stocks ls
    set attempt_id = a.id, sent_quantity = m.quantity, sent_at = ${at.sentAt}
    from attempts a join mine m using (variant_listing_id), counted c
    where ls.variant_listing_id = a.variant_listing_id
    returning ls.variant_listing_id as "listingId", a.id, c.count as batches`.execute(db);
  return rows;
}

/** Whether all these listings are still under the lease, with the same numbers to send. */
export async function isStillWanted(
  db: Handle,
  token: string,
  lines: readonly Pick<AttemptLine, 'variant_listing_id' | 'quantity'>[],
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ wanted: number }>`
    select count(*)::integer as wanted
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l(variant_listing_id bigint, quantity integer)
    join listing_stocks ls using (variant_listing_id)
    where ls.lease_token = ${token} and ls.lease_until > ${now} and ls.send = l.quantity
      and ${unheld(sql`l.quantity`)}`.execute(db);
  return rows[0]?.wanted === lines.length;
}

/** Attempts by id. */
export async function attemptsOf(tx: Tx, attemptIds: readonly number[]): Promise<Attempt[]> {
  const { rows } = await sql<Attempt>`
    select id, variant_listing_id as "listingId", revision, quantity, transformed, sent_at as "sentAt"
    from listing_stock_movements where id = any(${attemptIds}::bigint[])`.execute(tx);
  return rows;
}

/** Closes attempts. An attempt with an unknown outcome, and one that was not sent, is due again. */
export async function endAttempts(
  tx: Tx,
  ends: readonly AttemptEnd[],
  at: { readonly answered: Date; readonly now: Date },
): Promise<void> {
  if (ends.length === 0) return;
  const rows = ends.map(({ id, state, outcome, reason, then }) => ({
    id,
    state,
    outcome,
    reason: reason === null ? null : englishOf(reason),
    reason_messages: reason,
    what: then,
  }));
  await sql`
    with ends as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(id bigint, state text, outcome text, reason text,
        reason_messages jsonb, what text)
    ), closed as (
      update listing_stock_movements a
      set state = e.state, outcome = e.outcome, reason = e.reason, reason_messages = e.reason_messages,
        answered_at = case when e.what is null then ${at.answered}::timestamptz end,
        sent_at = case when e.what = 'reopen' then null else a.sent_at end
      from ends e where a.id = e.id
      returning a.*
    )
    insert into listing_stock_movements (store_id, variant_listing_id, marketplace_id, stock_movement_id, revision, quantity,
      transformed, force_zero_qty, created_at)
    select c.store_id, c.variant_listing_id, c.marketplace_id, c.stock_movement_id, c.revision, c.quantity, c.transformed,
      c.force_zero_qty, ${at.now}
    from closed c join ends e on e.id = c.id where e.what = 'resend'`.execute(tx);
}

/** Releases leases under which nothing was sent; the pushes are retried at the given time. */
export async function releaseLeases(db: Handle, token: string, retryAt: Date | null): Promise<void> {
  await sql`
    with mine as (
      update listing_stocks set lease_token = null, lease_until = null, attempt_id = null, retry_at = ${retryAt}
      where lease_token = ${token} returning variant_listing_id
    )
    update listing_stock_movements a set sent_at = null, outcome = null
    from mine m
    where a.variant_listing_id = m.variant_listing_id and a.state = 'pending' and a.outcome = 'pending'`.execute(
    db,
  );
}

/**
 * The time of the shop's next push: after its retry pause, and `soon` at the earliest. Asked when nothing could be claimed: a due row
 * that was skipped is locked by another transaction for a moment.
 */
export async function nextRetry(db: Handle, marketplaceId: number, soon: Date): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select greatest(min(coalesce(ls.retry_at, ${soon}::timestamptz)), ${soon}::timestamptz) as at
    from listing_stocks ls ${itsListing}
    where ls.marketplace_id = ${marketplaceId} and ls.marketplace_id in (${openShops}) and ${writable}
    having count(*) > 0`.execute(db);
  return rows[0]?.at ?? null;
}

/** Listings whose lease has expired. */
export async function expiredLeases(
  db: Handle,
  now: Date,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select variant_listing_id as id from listing_stocks
    where lease_token is not null and lease_until < ${now} and variant_listing_id > ${after}
    order by 1 limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Shops with a push that is due before `soon` and not claimed, and since when: of one store, or of all. */
export async function shopsBehind(
  db: Handle,
  soon: Date,
  storeId: number | null,
): Promise<{ id: number; retryAt: Date | null }[]> {
  const { rows } = await sql<{ id: number; retryAt: Date | null }>`
    select ls.marketplace_id as id, case when bool_and(ls.retry_at is not null) then min(ls.retry_at) end as "retryAt"
    from listing_stocks ls ${itsListing}
    where ls.marketplace_id in (${openShops}) and ${writable} and (ls.retry_at is null or ls.retry_at <= ${soon})
      and (${storeId}::bigint is null or ls.store_id = ${storeId})
    group by 1 order by 1`.execute(db);
  return rows;
}

/** Whether more than `most` listings of a shop wait for their push. */
export async function hasBacklog(db: Handle, marketplaceId: number, most: number): Promise<boolean> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::integer as waiting from (
      select from listing_stocks where marketplace_id = ${marketplaceId} and acked_rev < target_rev limit ${most + 1}
    ) backlog`.execute(db);
  return (rows[0]?.waiting ?? 0) > most;
}

/** Lets refused pushes of a SKU be sent at once. @returns false where none waits */
export async function endRefusalWaits(tx: Tx, variantId: number): Promise<boolean> {
  const { rows } = await sql`
    update listing_stocks set retry_at = null
    where variant_listing_id in (select id from variant_listings where variant_id = ${variantId})
      and flag = 'rejected' and acked_rev < target_rev and lease_token is null and retry_at is not null
    returning variant_listing_id`.execute(tx);
  return rows.length > 0;
}

/** Deletes some ended pushes older than an instant, but never the newest of a listing. @returns how many */
export async function deletePushesBefore(db: Handle, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from listing_stock_movements where id in (
      select m.id from listing_stock_movements m
      where m.created_at < ${before} and m.state <> 'pending' and m.outcome is distinct from 'pending' and exists (
        select from listing_stock_movements n where n.variant_listing_id = m.variant_listing_id and n.id > m.id)
      limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
