import { sql } from 'kysely';
import type { Handle, Tx } from '../../../platform/database/database.ts';
import { TOLERANCE_MS } from '../../../platform/time/time-spans.ts';
import { connectedShops } from './reads.queries.ts';

/** From a baseline to the begin of the hold that an order in doubt puts on it: see `beginOfDoubt`. */
const doubt = `${String(2 * TOLERANCE_MS)} milliseconds`;

/**
 * Holds the pushes of listings with a baseline, those of a shop, of variants (at one shop, or at all), or single ones, until each is read again. A hold for a doubtful
 * baseline is kept.
 */
export async function holdListings(
  tx: Tx,
  whose:
    | { readonly marketplaceId: number }
    | { readonly variantIds: readonly number[]; readonly marketplaceId: number | null }
    | { readonly listingIds: readonly number[] },
  at: Date,
): Promise<void> {
  const those =
    'variantIds' in whose
      ? sql`ls.variant_listing_id in (select id from variant_listings where variant_id = any(${whose.variantIds}::bigint[]))
          and (${whose.marketplaceId}::bigint is null or ls.marketplace_id = ${whose.marketplaceId})`
      : 'listingIds' in whose
        ? sql`ls.variant_listing_id = any(${whose.listingIds}::bigint[])`
        : sql`ls.marketplace_id = ${whose.marketplaceId}`;
  await sql`
    with mine as materialized (
      select ls.variant_listing_id, m.clock_offset_ms
      from listing_stocks ls join marketplaces m on m.id = ls.marketplace_id
      where ${those} and ls.counted_from is not null
      order by ls.variant_listing_id for update of ls
    )
    update listing_stocks ls
    set held = true, hold_read_at = null,
      hold_since = case when ls.held and ls.hold_read_at is null and ls.hold_since = ls.counted_until + ${doubt}::interval
        then ls.hold_since else ${at}::timestamptz + m.clock_offset_ms * interval '1 millisecond' end,
      verify_at = ${at}, retry_at = case when ls.flag = 'rejected' then ls.retry_at end
    from mine m where m.variant_listing_id = ls.variant_listing_id`.execute(tx);
}

/** The shops of a store. */
export async function shopsOf(db: Handle, storeId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('marketplaces')
    .select('id')
    .where('store_id', '=', storeId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

/** The variants of a store, or of those with a listing of a shop, by id: the next `limit` after one. */
export async function variantsAfter(
  db: Handle,
  { storeId, marketplaceId }: { readonly storeId: number; readonly marketplaceId: number | null },
  variantId: number,
  limit: number,
): Promise<number[]> {
  if (marketplaceId !== null) {
    const { rows } = await sql<{ id: number }>`
      select distinct variant_id as id from variant_listings
      where marketplace_id = ${marketplaceId} and variant_id > ${variantId} order by 1 limit ${limit}`.execute(
      db,
    );
    return rows.map((row) => row.id);
  }
  const rows = await db
    .selectFrom('variants')
    .select('id')
    .where('store_id', '=', storeId)
    .where('id', '>', variantId)
    .where('merged_into_id', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Closes the open epochs of these listings for good: nothing of them is booked any more. @returns what was pending in each */
export async function closeUnbooked(
  tx: Tx,
  listingIds: readonly number[],
  at: Date,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ listingId: number; pending: number }>`
    with open as materialized (
      select id, bookable from listing_epochs
      where variant_listing_id = any(${listingIds}::bigint[]) and closed_at is null order by id for update
    )
    update listing_epochs e set closed_at = ${at}, bookable = false
    from open o where o.id = e.id
    returning e.variant_listing_id as "listingId",
      case when o.bookable then e.unexplained - e.booked - e.joined else 0 end as pending`.execute(tx);
  return new Map(rows.map((row) => [row.listingId, row.pending]));
}

/** Closes the open epochs of these listings, and drops every difference of them that is not booked. */
export async function endUnbooked(tx: Tx, listingIds: readonly number[], at: Date): Promise<void> {
  await sql`
    update listing_epochs e set closed_at = coalesce(e.closed_at, ${at}), bookable = false
    where e.variant_listing_id = any(${listingIds}::bigint[])
      and (e.closed_at is null or e.unexplained <> e.booked + e.joined)`.execute(tx);
}

/** Ends pushes of listings that nothing follows from any more: those not sent are superseded, of those under way nobody asks. */
export async function dropAttempts(tx: Tx, listingIds: readonly number[]): Promise<void> {
  await sql`
    update listing_stock_movements
    set state = 'superseded', outcome = case when sent_at is null then outcome else 'unknown' end
    where variant_listing_id = any(${listingIds}::bigint[]) and state = 'pending'`.execute(tx);
}

/** Records that the marketplace keeps the units of these listings. */
export async function markKept(tx: Tx, listingIds: readonly number[]): Promise<void> {
  await sql`update variant_listings set kept_by = 'marketplace' where id = any(${listingIds}::bigint[])`.execute(
    tx,
  );
}

/** When the orders of a shop must be polled so that its held listings come free: in the past, the latest time; in the future, the next. */
export interface WantedPolls {
  readonly since: Date | null;
  readonly next: Date | null;
}

/**
 * The order polls that the held listings of a shop wait for: one begun after the hold, and one begun after the read that answered it.
 * @param times on the channel's clock: `now`, and the time from a read until a poll has all orders before that read
 */
export async function wantedPolls(
  db: Handle,
  marketplaceId: number,
  times: { readonly now: Date; readonly lagMs: number },
): Promise<WantedPolls> {
  const lag = `${String(times.lagMs)} milliseconds`;
  const { rows } = await sql<WantedPolls>`
    select max(w.at) filter (where w.at <= ${times.now}) as since, min(w.at) filter (where w.at > ${times.now}) as next
    from (
      select coalesce(ls.hold_read_at + ${lag}::interval, ls.hold_since) as at
      from listing_stocks ls
      join variant_listings vl on vl.id = ls.variant_listing_id and vl.deleted_at is null
      join stores s on s.id = ls.store_id and s.can_sync_quantity
      join marketplaces m on m.id = ls.marketplace_id and m.can_sync_to_marketplace
      where ls.marketplace_id = ${marketplaceId} and ls.held and ls.counted_from is not null and ls.kept_since is null
        and ls.marketplace_id in (${connectedShops})
    ) w`.execute(db);
  return rows[0] ?? { since: null, next: null };
}

/** Shops with held listings that can be called. */
export async function shopsWithHolds(db: Handle): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct ls.marketplace_id as id from listing_stocks ls
    where ls.held and ls.counted_from is not null and ls.kept_since is null and ls.marketplace_id in (${connectedShops}) order by 1`.execute(
    db,
  );
  return rows.map((row) => row.id);
}
