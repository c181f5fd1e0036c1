import type { ListedItem } from '@evenstock/connectors/kit/capabilities';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { sql } from 'kysely';
import type { Handle, Tx } from '../../../platform/database/database.ts';

/** The keys of an item for its marketplace's calls; null: it is deleted there. */
export async function boostedItem(db: Handle, productListingId: number): Promise<ListedItem | null> {
  const { rows } = await sql<ListedItem>`
    select p.channel_item_id as "itemId", coalesce(jsonb_agg(jsonb_build_object(
      'itemId', l.channel_item_id, 'variantId', l.channel_variant_id, 'stockRef', l.stock_ref) order by l.id)
      filter (where l.id is not null), '[]') as variants
    from product_listings p
    left join variant_listings l on l.product_listing_id = p.id and l.deleted_at is null
    where p.id = ${productListingId} and p.deleted_at is null group by p.id`.execute(db);
  return rows[0] ?? null;
}

export async function recordBoosted(tx: Tx, productListingId: number, at: Date): Promise<void> {
  await sql`
    update product_listings set is_boosted = true, last_boosted_at = ${at} where id = ${productListingId}`.execute(
    tx,
  );
}

/** Records that the boost of an item was repeated, unless a member has ended it. */
export async function recordRepeated(tx: Tx, productListingId: number, at: Date): Promise<void> {
  await sql`
    update product_listings set last_boosted_at = ${at} where id = ${productListingId} and is_boosted`.execute(
    tx,
  );
}

/** Counts the other items of a marketplace that are boosted, or about to be. */
export async function countOtherBoosts(
  tx: Tx,
  marketplaceId: number,
  productListingId: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from product_listings p
    where p.marketplace_id = ${marketplaceId} and p.id <> ${productListingId} and p.deleted_at is null
      and (p.is_boosted or exists (
        select from marketplace_actions a
        where a.store_id = p.store_id and a.exclusive_key = 'boost:' || p.id and a.finished_at is null))`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}

export interface DueBoost {
  readonly storeId: number;
  readonly marketplaceId: number;
  /** Of the item. */
  readonly id: number;
}

/** Items whose boost has ended, and was not retried lately, at channels of this kind. */
export async function dueBoosts(
  db: Handle,
  channel: ChannelKind,
  { boostedBefore, triedBefore }: { readonly boostedBefore: Date; readonly triedBefore: Date },
): Promise<readonly DueBoost[]> {
  const { rows } = await sql<DueBoost>`
    select p.store_id as "storeId", p.marketplace_id as "marketplaceId", p.id
    from product_listings p join marketplaces m on m.id = p.marketplace_id
    where p.is_boosted and p.state = 'live' and p.last_boosted_at <= ${boostedBefore}
      and m.channel = ${channel} and m.state = 'verified'
      and not exists (
        select from marketplace_actions a
        where a.subject_type = 'ProductListing' and a.subject_id = p.id and a.kind = 'listing.boost'
          and (a.finished_at is null or a.asked_at > ${triedBefore}))
    order by p.last_boosted_at, p.id limit 500`.execute(db);
  return rows;
}

/** Whether an item is still boosted; its row is locked. */
export async function lockBoosted(tx: Tx, productListingId: number): Promise<boolean> {
  const { rows } = await sql`
    select from product_listings where id = ${productListingId} and is_boosted for update`.execute(tx);
  return rows.length > 0;
}

/** Ends the boost of an item here; false: it was not boosted. */
export async function endBoost(tx: Tx, productListingId: number): Promise<boolean> {
  const { rows } = await sql`
    update product_listings set is_boosted = false where id = ${productListingId} and is_boosted returning id`.execute(
    tx,
  );
  return rows.length > 0;
}

export interface BoostableListing {
  readonly productListingId: number;
  readonly marketplaceId: number;
  readonly marketplaceName: string;
  readonly channel: ChannelKind;
}

/** The item of a listing, with its marketplace. */
export async function findBoostable(
  db: Handle,
  storeId: number,
  variantListingId: number,
): Promise<BoostableListing | null> {
  const { rows } = await sql<BoostableListing>`
    select l.product_listing_id as "productListingId", m.id as "marketplaceId", m.name as "marketplaceName", m.channel
    from variant_listings l join marketplaces m on m.id = l.marketplace_id
    where l.store_id = ${storeId} and l.id = ${variantListingId}`.execute(db);
  return rows[0] ?? null;
}
