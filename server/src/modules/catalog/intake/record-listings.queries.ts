import { channelKind, type ChannelKind } from '@evenstock/contract/channels/channels';
import { sql } from 'kysely';
import type { Handle, Tx } from '../../../platform/database/database.ts';
import type {
  KnownItem,
  KnownVariant,
  ListingPlan,
  NewItem,
  NewVariantListing,
} from './record-listings.rules.ts';

interface Scope {
  readonly storeId: number;
  readonly marketplaceId: number;
}

/** Locks a marketplace, so that one transaction at a time records reads of it, page after page. Answers its channel. */
export async function lockMarketplace(tx: Tx, marketplaceId: number): Promise<ChannelKind> {
  const { rows } = await sql<{ channel: string }>`
    select channel from marketplaces where id = ${marketplaceId} for no key update`.execute(tx);
  return channelKind.parse(rows[0]?.channel);
}

export async function knownItems(
  db: Handle,
  marketplaceId: number,
  itemIds: readonly string[],
): Promise<readonly KnownItem[]> {
  const { rows } = await sql<KnownItem>`
    select i.id, i.channel_item_id, i.product_id, p.name as product_name, i.name, i.sku, i.image_url, i.edit_url, i.is_bundle,
      i.raw_status, i.status, i.state
    from product_listings i join products p on p.id = i.product_id
    where i.marketplace_id = ${marketplaceId} and i.channel_item_id = any(${itemIds})`.execute(db);
  return rows;
}

export async function knownVariants(
  db: Handle,
  marketplaceId: number,
  itemIds: readonly string[],
): Promise<readonly KnownVariant[]> {
  const { rows } = await sql<KnownVariant>`
    select l.id, l.product_listing_id, l.variant_id, l.channel_item_id, l.channel_variant_id, l.name, l.sku, l.stock_ref, l.price,
      l.special_price, l.currency, l.raw_status, l.status, l.state, l.kept_by, l.marketplace_sku,
      array(select b.code from variant_barcodes b where b.variant_listing_id = l.id order by b.code collate "C") as barcodes
    from variant_listings l
    where l.marketplace_id = ${marketplaceId} and l.channel_item_id = any(${itemIds})
    order by l.id`.execute(db);
  return rows;
}

/** Inserts product listings, each with a product of its own. Slugs end with the product's id, so that they are unique. */
export async function insertItems(tx: Tx, scope: Scope, items: readonly NewItem[], at: Date): Promise<void> {
  if (items.length === 0) return;
  await sql`
    with numbered as (
      select nextval(pg_get_serial_sequence('products', 'id')) as product_id, x.*
      from json_to_recordset(${JSON.stringify(items)}::json) as x(
        channel_item_id text, slug_base text, name text, sku text, image_url text, edit_url text, is_bundle boolean,
        raw_status text, status text, state text)
    ), made as (
      insert into products (id, store_id, slug, name, image_url, created_at, updated_at)
      overriding system value
      select product_id, ${scope.storeId}, slug_base || '-' || product_id, name, image_url, ${at}, ${at} from numbered
    )
    insert into product_listings (store_id, marketplace_id, product_id, channel_item_id, slug, name, sku, image_url, edit_url,
      is_bundle, raw_status, status, state, last_synced_at, deleted_at, created_at)
    select ${scope.storeId}, ${scope.marketplaceId}, product_id, channel_item_id, slug_base || '-' || product_id, name, sku,
      image_url, edit_url, is_bundle, raw_status, status, state, ${at},
      case when state = 'deleted' then ${at}::timestamptz end, ${at}
    from numbered`.execute(tx);
}

/** A new name counts as a change of all its listings, so that an edit of an older version is refused. */
export async function updateItems(tx: Tx, items: ListingPlan['changedItems'], at: Date): Promise<void> {
  if (items.length === 0) return;
  await sql`
    with read as (
      select * from json_to_recordset(${JSON.stringify(items)}::json) as x(
        id bigint, name text, sku text, image_url text, edit_url text, is_bundle boolean, raw_status text, status text,
        state text)
    ), renamed as (
      update variant_listings l set updated_at = ${at}
      from read x join product_listings i on i.id = x.id
      where l.product_listing_id = i.id and i.name <> x.name
    )
    update product_listings i set name = x.name, sku = x.sku, image_url = x.image_url, edit_url = x.edit_url,
      is_bundle = x.is_bundle, raw_status = x.raw_status, status = x.status, state = x.state,
      deleted_at = case when x.state = 'deleted' then coalesce(i.deleted_at, ${at}) end
    from read x
    where i.id = x.id`.execute(tx);
}

/** Inserts variant listings, each with a SKU of its own at quantity 0. Answers the ids of the SKUs. */
export async function insertVariants(
  tx: Tx,
  scope: Scope,
  variants: readonly NewVariantListing[],
  at: Date,
): Promise<readonly number[]> {
  if (variants.length === 0) return [];
  const { rows } = await sql<{ variant_id: number }>`
    with numbered as (
      select nextval(pg_get_serial_sequence('variants', 'id')) as variant_id, i.product_id, i.id as product_listing_id, x.*
      from json_to_recordset(${JSON.stringify(variants)}::json) as x(
        channel_item_id text, channel_variant_id text, variant_name text, full_product_name text, slug_base text, name text,
        sku text, stock_ref jsonb, price bigint, special_price bigint, currency text, raw_status text, status text, state text,
        kept_by text, marketplace_sku text)
      join product_listings i on i.marketplace_id = ${scope.marketplaceId} and i.channel_item_id = x.channel_item_id
    ), made as (
      insert into variants (id, store_id, product_id, slug, sku, name, full_product_name, quantity, created_at, updated_at)
      overriding system value
      select variant_id, ${scope.storeId}, product_id, slug_base || '-' || variant_id, sku, variant_name, full_product_name, 0,
        ${at}, ${at}
      from numbered
    )
    insert into variant_listings (store_id, marketplace_id, product_listing_id, variant_id, channel_item_id, channel_variant_id,
      stock_ref, name, sku, price, special_price, currency, raw_status, status, state, kept_by, marketplace_sku, deleted_at,
      created_at, updated_at)
    select ${scope.storeId}, ${scope.marketplaceId}, product_listing_id, variant_id, channel_item_id, channel_variant_id,
      stock_ref, name, sku, price, special_price, currency, raw_status, status, state, kept_by, marketplace_sku,
      case when state = 'deleted' then ${at}::timestamptz end, ${at}, ${at}
    from numbered
    returning variant_id`.execute(tx);
  return rows.map(({ variant_id }) => variant_id);
}

/** A SKU whose only listing changes its code takes the new one. */
export async function updateVariants(
  tx: Tx,
  variants: ListingPlan['changedVariants'],
  at: Date,
): Promise<void> {
  if (variants.length === 0) return;
  await sql`
    with read as (
      select * from json_to_recordset(${JSON.stringify(variants)}::json) as x(
        id bigint, name text, sku text, stock_ref jsonb, price bigint, special_price bigint, currency text, raw_status text,
        status text, state text, kept_by text, marketplace_sku text)
    ), renamed as (
      update variants v set sku = x.sku, updated_at = ${at}
      from read x join variant_listings l on l.id = x.id
      where v.id = l.variant_id and v.sku is not distinct from l.sku and l.sku is distinct from x.sku
        and not exists (select from variant_listings o where o.variant_id = l.variant_id and o.id <> l.id)
    )
    update variant_listings l set name = x.name, sku = x.sku, stock_ref = x.stock_ref, price = x.price,
      special_price = x.special_price, currency = x.currency, raw_status = x.raw_status, status = x.status, state = x.state,
      kept_by = x.kept_by, marketplace_sku = x.marketplace_sku,
      deleted_at = case when x.state = 'deleted' then coalesce(l.deleted_at, ${at}) end, updated_at = ${at}
    from read x
    where l.id = x.id`.execute(tx);
}

export async function markVariantsGone(tx: Tx, ids: readonly number[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update variant_listings set state = 'deleted', status = 'deleted', deleted_at = ${at}, updated_at = ${at}
    where id = any(${ids})`.execute(tx);
}

/** Records that items were read now, and by which pull if one read them. */
export async function markSeen(
  tx: Tx,
  marketplaceId: number,
  itemIds: readonly string[],
  pullId: number | null,
  at: Date,
): Promise<void> {
  await sql`
    update product_listings set last_synced_at = ${at}, missing_at = null, seen_in_pull_id = coalesce(${pullId}::bigint, seen_in_pull_id)
    where marketplace_id = ${marketplaceId} and channel_item_id = any(${itemIds})`.execute(tx);
}

/** The items of these that the marketplace has answered to be missing since before an instant. */
export async function missingSince(
  tx: Tx,
  marketplaceId: number,
  itemIds: readonly string[],
  before: Date,
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select i.id from product_listings i
    where i.marketplace_id = ${marketplaceId} and i.channel_item_id = any(${itemIds}) and i.state <> 'deleted'
      and i.missing_at <= ${before}
    order by i.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Marks items as missing for the first time. @returns whether any item of the shop waits to be asked about again */
export async function markMissing(
  tx: Tx,
  marketplaceId: number,
  itemIds: readonly string[],
  at: Date,
): Promise<boolean> {
  await sql`
    update product_listings set missing_at = ${at}
    where marketplace_id = ${marketplaceId} and channel_item_id = any(${itemIds}) and state <> 'deleted' and missing_at is null`.execute(
    tx,
  );
  const waiting = await missingItems(tx, marketplaceId, 1);
  return waiting.length > 0;
}

/** Item ids of listings that the marketplace has answered to be missing, the longest missing first. */
export async function missingItems(
  db: Handle,
  marketplaceId: number,
  limit: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ itemId: string }>`
    select channel_item_id as "itemId" from product_listings
    where marketplace_id = ${marketplaceId} and missing_at is not null and state <> 'deleted'
    order by missing_at, id limit ${limit}`.execute(db);
  return rows.map(({ itemId }) => itemId);
}

/** Item ids of listings that are not deleted. */
export async function itemsOfListings(
  db: Handle,
  listingIds: readonly number[],
  limit: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ itemId: string }>`
    select distinct pl.channel_item_id as "itemId"
    from variant_listings vl join product_listings pl on pl.id = vl.product_listing_id
    where vl.id = any(${listingIds}::bigint[]) and pl.state <> 'deleted' order by 1 limit ${limit}`.execute(
    db,
  );
  return rows.map(({ itemId }) => itemId);
}

/** How many of a shop's listings a full pull lacks, and how many it has. */
export async function countUnseen(
  db: Handle,
  marketplaceId: number,
  pull: Sweep,
): Promise<{ readonly unseen: number; readonly all: number }> {
  const { rows } = await sql<{ unseen: number; all: number }>`
    select (select count(*)::integer from product_listings i where ${unseenBy(marketplaceId, pull)}) as unseen,
      (select count(*)::integer from product_listings p
        where p.marketplace_id = ${marketplaceId} and p.state <> 'deleted') as all`.execute(db);
  return rows[0] ?? { unseen: 0, all: 0 };
}

/** Product listings that a deleted marketplace still has; none of one that is not deleted. */
export async function itemsLeftBehind(
  tx: Tx,
  marketplaceId: number,
  limit: number,
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from product_listings where marketplace_id = ${marketplaceId} and state <> 'deleted'
      and exists (select from marketplaces m where m.id = ${marketplaceId} and m.deleted_at is not null)
    order by id limit ${limit}`.execute(tx);
  return rows.map(({ id }) => id);
}

interface Sweep {
  readonly id: number;
  readonly created_at: Date;
}

/** Whether a full pull did not see listing `i`, and no other read has since it began. One that could not be read is not meant. */
const unseenBy = (marketplaceId: number, pull: Sweep) => sql`
  i.marketplace_id = ${marketplaceId} and i.state <> 'deleted'
  and i.seen_in_pull_id is distinct from ${pull.id} and i.last_synced_at < ${pull.created_at}
  and not exists (
    select from quarantined_records r
    where r.marketplace_id = i.marketplace_id and r.kind = 'listing' and r.reference = i.channel_item_id)`;

/** Item ids of listings that a full pull did not see and no other read has since it began, the longest unread first. */
export async function unseenItems(
  db: Handle,
  marketplaceId: number,
  pull: Sweep,
  limit: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ itemId: string }>`
    select i.channel_item_id as "itemId" from product_listings i
    where ${unseenBy(marketplaceId, pull)}
    order by i.last_synced_at, i.id limit ${limit}`.execute(db);
  return rows.map(({ itemId }) => itemId);
}

/**
 * Item ids of listings that nothing has read for a day before a full pull, which did not see them either. None where more than five and
 * more than a twentieth of the shop's lack: that is a short list.
 */
export async function longUnseenItems(
  db: Handle,
  marketplaceId: number,
  pull: Sweep,
): Promise<readonly string[]> {
  const { rows } = await sql<{ itemId: string }>`
    with lacking as (
      select i.channel_item_id as "itemId", i.last_synced_at from product_listings i where ${unseenBy(marketplaceId, pull)})
    select "itemId" from lacking
    where last_synced_at < ${pull.created_at}::timestamptz - interval '1 day'
      and (select count(*) from lacking) <= greatest(5, (
        select count(*) from product_listings p
        where p.marketplace_id = ${marketplaceId} and p.state <> 'deleted') / 20)`.execute(db);
  return rows.map(({ itemId }) => itemId);
}

export async function itemsByChannelId(
  tx: Tx,
  marketplaceId: number,
  itemIds: readonly string[],
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select i.id from product_listings i
    where i.marketplace_id = ${marketplaceId} and i.channel_item_id = any(${itemIds}) and i.state <> 'deleted'
    order by i.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Marks product listings and their variant listings as deleted. Answers the variant listings and SKUs that it changed. */
export async function markItemsGone(
  tx: Tx,
  itemIds: readonly number[],
  at: Date,
): Promise<readonly { id: number; variant_id: number }[]> {
  await sql`
    update product_listings set state = 'deleted', status = 'deleted', deleted_at = ${at} where id = any(${itemIds})`.execute(
    tx,
  );
  const { rows } = await sql<{ id: number; variant_id: number }>`
    update variant_listings set state = 'deleted', status = 'deleted', deleted_at = ${at}, updated_at = ${at}
    where product_listing_id = any(${itemIds}) and state <> 'deleted'
    returning id, variant_id`.execute(tx);
  return rows;
}
