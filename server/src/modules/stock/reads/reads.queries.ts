import type { ListingKey } from '@evenstock/connectors/kit/listing-key';
import { sql, type RawBuilder } from 'kysely';
import type { Handle } from '../../../platform/database/database.ts';
import { TOLERANCE_MS } from '../../../platform/time/time-spans.ts';
import { listingOf } from '../ledger/listing-lookup.queries.ts';

/** Shops that may be called. */
export const connectedShops = sql`
  select m.id from marketplaces m join stores s on s.id = m.store_id
  where s.deleted_at is null and m.state = 'verified' and not m.needs_authorization and m.deactivated_at is null
    and m.deleted_at is null and m.place_state = 'chosen'`;

/** Requests reads of listings, due at this instant. */
export async function requestReads(db: Handle, listingIds: readonly number[], at: Date): Promise<void> {
  await sql`update listing_stocks set verify_at = ${at} where variant_listing_id = any(${listingIds}::bigint[])`.execute(
    db,
  );
}

/**
 * Claims listings whose read is due. They fall due again later, in case this worker is killed. The read of a listing under a lease is
 * put off until `soon`.
 */
export async function claimReads(
  db: Handle,
  marketplaceId: number,
  times: { readonly now: Date; readonly again: Date; readonly soon: Date },
  limit: number,
): Promise<(ListingKey & { listingId: number })[]> {
  const { rows } = await sql<ListingKey & { listingId: number; isLeased: boolean }>`
    with due as materialized (
      select ls.variant_listing_id, ls.lease_token is not null as leased
      from listing_stocks ls
      where ls.marketplace_id = ${marketplaceId} and ls.marketplace_id in (${connectedShops}) and ls.verify_at <= ${times.now}
      order by ls.verify_at, ls.variant_listing_id limit ${limit} for update skip locked
    )
    update listing_stocks ls
    set verify_at = case when d.leased then ${times.soon}::timestamptz else ${times.again}::timestamptz end
    from due d join variant_listings vl on vl.id = d.variant_listing_id
    where ls.variant_listing_id = d.variant_listing_id
    returning ls.variant_listing_id as "listingId", d.leased as "isLeased", vl.channel_item_id as "itemId",
      vl.channel_variant_id as "variantId", vl.stock_ref as "stockRef"`.execute(db);
  return rows.filter((row) => !row.isLeased);
}

/** Withdraws read requests of listings that the marketplace does not know any more. */
export async function clearReadRequests(db: Handle, listingIds: readonly number[]): Promise<void> {
  await sql`update listing_stocks set verify_at = null where variant_listing_id = any(${listingIds}::bigint[])`.execute(
    db,
  );
}

/** Shops with listings whose read is due. */
export async function shopsToRead(db: Handle, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct marketplace_id as id from listing_stocks
    where verify_at <= ${now} and marketplace_id in (${connectedShops}) order by 1`.execute(db);
  return rows.map((row) => row.id);
}

/**
 * Listings of a shop with a difference that a completed order poll did not explain, or a hold whose read the poll has passed.
 * @param pollBegan on the channel's clock
 * @param visibleWithin the channel's lag, in seconds
 */
export async function decidedByPoll(
  db: Handle,
  marketplaceId: number,
  pollBegan: Date,
  visibleWithin: number,
): Promise<{ listingId: number; variantId: number }[]> {
  const lag = `${String(visibleWithin * 1000 + TOLERANCE_MS)} milliseconds`;
  const { rows } = await decidedStatement(marketplaceId, pollBegan, lag).execute(db);
  return rows;
}

/** Finds held listings by their shop, and undecided epochs by their store: few of many, which no statistics say. */
export function decidedStatement(
  marketplaceId: number,
  pollBegan: Date,
  lag: string,
): RawBuilder<{ listingId: number; variantId: number }> {
  return sql`
    with decided as materialized (
      select variant_listing_id as id from listing_stocks
      where marketplace_id = ${marketplaceId} and held and hold_read_at + ${lag}::interval <= ${pollBegan}
      union
      select e.variant_listing_id from listing_epochs e
      where e.store_id = (select store_id from marketplaces where id = ${marketplaceId})
        and (e.sure <> e.booked + e.joined or e.unexplained <> e.sure) and e.bookable and (
          (e.sure <> e.booked + e.joined and e.book_after <= ${pollBegan})
          or (e.unexplained <> e.sure and e.closed_at is not null and e.read_until + ${lag}::interval <= ${pollBegan}))
    )
    select vl.id as "listingId", vl.variant_id as "variantId"
    from decided d ${listingOf(sql`d.id`)}
    join stores s on s.id = vl.store_id and s.can_sync_quantity
    join marketplaces m on m.id = vl.marketplace_id and m.can_sync_to_marketplace
    where vl.marketplace_id = ${marketplaceId} and vl.deleted_at is null
    order by vl.variant_id`;
}

/** Variants with a listing whose force-zero window began or ended since its last evaluation. */
export async function variantsWithTurnedWindows(
  db: Handle,
  now: Date,
  page: { readonly after: number; readonly limit: number },
): Promise<number[]> {
  const { rows } = await turnedStatement(now, page).execute(db);
  return rows.map((row) => row.id);
}

/** Finds listings that are forced, and those with a window: each by an index of its own. */
export function turnedStatement(
  now: Date,
  { after, limit }: { readonly after: number; readonly limit: number },
): RawBuilder<{ id: number }> {
  return sql`
    with forced as materialized (
      select variant_listing_id as id from listing_stocks where forced
    ), turned as (
      select vl.variant_id
      from forced f ${listingOf(sql`f.id`)}
      where vl.deleted_at is null and not (
        (vl.force_zero_qty_from is not null and vl.force_zero_qty_from <= ${now}
          and (vl.force_zero_qty_to is null or vl.force_zero_qty_to > ${now}))
        or vl.marketplace_id in (select marketplace_id from marketplace_zeroings))
      union
      select vl.variant_id
      from variant_listings vl
      cross join lateral (select s.forced from listing_stocks s where s.variant_listing_id = vl.id offset 0) ls
      where vl.deleted_at is null and vl.force_zero_qty_from is not null and not ls.forced and (
        (vl.force_zero_qty_from <= ${now} and (vl.force_zero_qty_to is null or vl.force_zero_qty_to > ${now}))
        or vl.marketplace_id in (select marketplace_id from marketplace_zeroings))
    )
    select variant_id as id from turned where variant_id > ${after} order by 1 limit ${limit}`;
}

/** Listings without a flag whose push has been due since before this instant. */
export async function lateListings(
  db: Handle,
  since: Date,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<{ id: number; variantId: number }[]> {
  const { rows } = await sql<{ id: number; variantId: number }>`
    select ls.variant_listing_id as id, vl.variant_id as "variantId"
    from listing_stocks ls ${listingOf(sql`ls.variant_listing_id`)}
    where vl.deleted_at is null and ls.acked_rev < ls.target_rev and not ls.held and ls.flag is null and ls.due_since < ${since}
      and ls.variant_listing_id > ${after}
      and ls.marketplace_id in (${connectedShops})
    order by 1 limit ${limit}`.execute(db);
  return rows;
}

/** Deletes settled epochs and order events that ended before this instant. */
export async function deleteEpochsBefore(db: Handle, before: Date): Promise<void> {
  await sql`
    delete from listing_epochs e where e.closed_at < ${before} and e.unexplained = e.booked + e.joined and e.sure = e.unexplained
      and not exists (select from listing_epochs j where j.joined_to = e.id)`.execute(db);
  await sql`
    delete from listing_events v where v.happened_until < ${before} and not exists (
      select from listing_epochs e
      where e.variant_listing_id = v.variant_listing_id and e.closed_at is null
        and e.value_from <= v.happened_until + interval '1 minute')`.execute(db);
}
