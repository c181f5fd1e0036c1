import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { movementMessages } from '@evenstock/contract/messages/catalog/movements';
import type { Message } from '@evenstock/contract/messages/message';
import { englishOf } from '@evenstock/contract/messages/english';
import { sql } from 'kysely';
import type { Handle, Tx } from '../../../platform/database/database.ts';
import type { QuantityEvent } from '../protocol/recovered-quantity.rules.ts';

/** How long a write may take effect after it was sent, in seconds. */
export type LatestEffect = Readonly<Partial<Record<ChannelKind, number>>>;

/**
 * Holds every listing with a baseline, ends its lease and clears what it showed: nothing is inferred from earlier times.
 * @param lostAt when we last wrote to a shop, on our clock
 * @returns their marketplaces
 */
export async function holdAll(
  tx: Tx,
  hold: {
    readonly generation: number;
    readonly lostAt: Date;
    readonly at: Date;
    readonly latestEffect: LatestEffect;
  },
): Promise<{ marketplaceId: number; storeId: number }[]> {
  const { generation, lostAt, at } = hold;
  const { rows } = await sql<{ marketplaceId: number; storeId: number }>`
    with mine as materialized (
      select ls.variant_listing_id, ls.store_id, m.clock_offset_ms * interval '1 millisecond' as ahead,
        ((${JSON.stringify(hold.latestEffect)}::jsonb ->> m.channel)::integer) * interval '1 second' as effect
      from listing_stocks ls join marketplaces m on m.id = ls.marketplace_id
      where ls.counted_from is not null
      order by ls.variant_listing_id for update of ls
    ), recovering as (
      insert into recovering_listings (variant_listing_id, store_id, generation, since, lost_at)
      select variant_listing_id, store_id, ${generation}, ${at}::timestamptz + ahead, ${lostAt}::timestamptz + ahead from mine
      on conflict (variant_listing_id) do update set generation = excluded.generation, since = excluded.since,
        lost_at = least(recovering_listings.lost_at, excluded.lost_at), read_quantity = null, read_from = null, read_until = null
      returning 1
    ), held as (
      update listing_stocks ls
      set held = true, hold_since = ${at}::timestamptz + mine.ahead, hold_read_at = null, verify_at = ${at}, retry_at = null,
        lease_token = null, lease_until = null, attempt_id = null, failures = 0, pending = 0,
        acked_quantity = null, acked_at = null,
        quarantine_until = greatest(ls.quarantine_until, ${lostAt}::timestamptz + mine.ahead + mine.effect)
      from mine where mine.variant_listing_id = ls.variant_listing_id
      returning ls.marketplace_id, ls.store_id
    )
    select distinct marketplace_id as "marketplaceId", store_id as "storeId" from held order by 1`.execute(
    tx,
  );
  return rows;
}

/** The SKUs whose shops show less or more than the ledger's number: for a difference that is pending, or until a member has counted. */
export async function variantsShownOtherwise(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select l.variant_id as id from listing_stocks s join variant_listings l on l.id = s.variant_listing_id where s.pending <> 0
    union select variant_id from recovery_counts where lowers_by <> 0`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Closes every epoch without a booking of what is pending in it. */
export async function closeAllEpochs(tx: Tx, at: Date): Promise<void> {
  await sql`
    update listing_epochs set closed_at = coalesce(closed_at, ${at}), bookable = bookable and unexplained = booked + joined
    where closed_at is null or unexplained <> booked + joined`.execute(tx);
}

/** Ends attempts that were under way: nobody knows what became of them. */
export async function endAllAttempts(tx: Tx, reason: Message, at: Date): Promise<void> {
  await sql`
    update listing_stock_movements
    set state = 'superseded', outcome = 'unknown', answered_at = ${at}, reason = ${englishOf([reason])},
      reason_messages = ${JSON.stringify([reason])}::jsonb
    where state = 'pending' and sent_at is not null`.execute(tx);
}

/** Records how many batches of attempts processes have written, as the recovery log says. */
export async function keepCounts(
  tx: Tx,
  counts: readonly { readonly process: string; readonly count: number }[],
): Promise<void> {
  await sql`
    insert into attempt_counts (process_id, count)
    select process, count from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as c(process uuid, count bigint)
    on conflict (process_id) do update set count = greatest(attempt_counts.count, excluded.count)`.execute(
    tx,
  );
}

/** Keeps the first read of each recovering listing that began after the restore. Its answer may be older. */
export async function keepFirstReads(db: Handle): Promise<void> {
  await sql`
    update recovering_listings rl
    set read_quantity = ls.shop_quantity, read_from = ls.snapshot_from, read_until = ls.snapshot_until
    from listing_stocks ls
    where ls.variant_listing_id = rl.variant_listing_id and rl.read_until is null
      and (ls.snapshot_from >= rl.since or (ls.snapshot_until = ls.read_at and ls.read_at >= rl.since))`.execute(
    db,
  );
}

/** A recovering listing, and how far its shop has been followed since. */
export interface RecoveringListing {
  readonly listingId: number;
  readonly variantId: number;
  readonly marketplaceId: number;
  readonly channel: ChannelKind;
  readonly generation: number;
  /** Its marketplace can be called. */
  readonly isConnected: boolean;
  /** On the channel's clock. */
  readonly since: Date;
  readonly lostAt: Date;
  readonly read: { readonly quantity: number; readonly from: Date; readonly until: Date } | null;
  /** When the newest completed poll of its orders began. */
  readonly polledFrom: Date | null;
  /** The recovery log reached back to the backup. */
  readonly hasLog: boolean;
  /** Its SKU waits for a count; members were notified, with what the shops show. */
  readonly isAsked: boolean;
  readonly isTold: boolean;
}

/** Whether any listing is recovering. */
export async function isAnyRecovering(db: Handle): Promise<boolean> {
  const { rows } = await sql`select from recovering_listings limit 1`.execute(db);
  return rows.length > 0;
}

/** Recovering listings that are still for sale, of these SKUs or of all. */
export async function recoveringListings(
  db: Handle,
  variantIds: readonly number[] | null,
): Promise<RecoveringListing[]> {
  const { rows } = await sql<
    Omit<RecoveringListing, 'read'> & {
      readQuantity: number | null;
      readFrom: Date | null;
      readUntil: Date | null;
    }
  >`
    with polled as materialized (
      select marketplace_id, max(began_at) as began_at from marketplace_pulls
      where kind = 'orders' and state = 'done' and scope in ('first', 'poll', 'manual') group by marketplace_id
    )
    select rl.variant_listing_id as "listingId", vl.variant_id as "variantId", vl.marketplace_id as "marketplaceId", m.channel,
      rl.generation, rl.since, rl.lost_at as "lostAt", r.has_log as "hasLog",
      m.state = 'verified' and not m.needs_authorization and m.deactivated_at is null and m.deleted_at is null as "isConnected",
      rl.read_quantity as "readQuantity", rl.read_from as "readFrom", rl.read_until as "readUntil",
      coalesce(c.holds, false) as "isAsked", coalesce(c.shops <> '[]', false) as "isTold",
      polled.began_at as "polledFrom"
    from recovering_listings rl
    join recoveries r on r.generation = rl.generation and r.replayed_at is not null
    join variant_listings vl on vl.id = rl.variant_listing_id and vl.deleted_at is null and vl.state <> 'deleted'
    join marketplaces m on m.id = vl.marketplace_id
    left join polled on polled.marketplace_id = m.id
    left join recovery_counts c on c.variant_id = vl.variant_id
    where ${variantIds === null} or vl.variant_id = any(${variantIds ?? []}::bigint[])
    order by vl.variant_id, rl.variant_listing_id`.execute(db);
  return rows.map(({ readQuantity: quantity, readFrom: from, readUntil: until, ...row }) => ({
    ...row,
    read: quantity === null || from === null || until === null ? null : { quantity, from, until },
  }));
}

/**
 * Order events of a SKU since an instant, in its units. They are of its own listings, and of the listings of sets that it is a part of.
 * An event has no listing if cancelled units changed the ledger alone, or the marketplace's number alone.
 */
export async function eventsSince(tx: Tx, variantId: number, since: Date): Promise<QuantityEvent[]> {
  const parts = sql`
    cross join jsonb_array_elements(i.made_of) p
    join variants w on w.id = (p ->> 0)::bigint and coalesce(w.merged_into_id, w.id) = ${variantId}`;
  const unshown = sql`i.restocked - i.counted_restocked - i.restocked_by_hand - i.restored`;
  const { rows } = await sql<QuantityEvent>`
    with unshown as (
      select i.order_id, ${unshown} as units
      from variant_listings vl join order_items i on i.variant_listing_id = vl.id
      where vl.variant_id = ${variantId} and i.made_of is null and i.variant_id is not null and i.counted_ordered = 0
      union all
      select i.order_id, (${unshown}) * (p ->> 1)::integer
      from set_parts c
      join variant_listings vl on vl.variant_id = c.set_id
      join order_items i on i.variant_listing_id = vl.id
      ${parts}
      where c.part_id = ${variantId} and i.counted_ordered = 0
    )
    select e.variant_listing_id as "listingId", e.delta, e.happened_from as "from", e.happened_until as "until"
    from listing_events e join variant_listings vl on vl.id = e.variant_listing_id
    where vl.variant_id = ${variantId} and e.happened_until >= ${since} and not e.is_possible
    union all
    select e.variant_listing_id, e.delta * (p ->> 1)::integer, e.happened_from, e.happened_until
    from set_parts c
    join variant_listings vl on vl.variant_id = c.set_id
    join listing_events e on e.variant_listing_id = vl.id
    join order_items i on i.id = e.order_item_id
    ${parts}
    where c.part_id = ${variantId} and e.happened_until >= ${since} and not e.is_possible
    union all
    select null, u.units, o.source_created_at, o.source_updated_at
    from unshown u join orders o on o.id = u.order_id
    where u.units <> 0 and o.source_updated_at >= ${since}`.execute(tx);
  return rows;
}

const { adjustment, restock, changed_on_marketplace, explained_by_order } = movementMessages;
const untoldByOrders = [adjustment, restock, changed_on_marketplace, explained_by_order];

/**
 * The units of movements without an order, such as adjustments, that no shop shows yet. They are counted since the recovery or, with a
 * recovery log, since the last write before it. Movements that the recovery replayed are left out.
 */
export async function changedSinceRecovery(
  tx: Tx,
  variantId: number,
  { generation, lostAt }: { readonly generation: number; readonly lostAt: Date },
): Promise<number> {
  const { rows } = await sql<{ units: number }>`
    select coalesce(sum(m.adjustment), 0)::integer as units
    from stock_movements m join recoveries r on r.generation = ${generation}
    where m.variant_id = ${variantId} and m.action = any(${untoldByOrders}::text[])
      and case when r.has_log
        then m.created_at > ${lostAt} and (m.created_at < r.began_at or m.created_at > r.replayed_at)
        else m.created_at >= r.began_at end`.execute(tx);
  return rows[0]?.units ?? 0;
}

/** Ends the recovery of listings. */
export async function endRecovery(tx: Tx, listingIds: readonly number[]): Promise<void> {
  await sql`delete from recovering_listings where variant_listing_id = any(${listingIds}::bigint[])`.execute(
    tx,
  );
}
