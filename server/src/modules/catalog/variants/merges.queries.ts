import { sql } from 'kysely';
import type { Handle, Tx } from '../../../platform/database/database.ts';
import type { MadeAnew } from './merged-quantity.rules.ts';
import { offeredQuantity } from './division.rules.ts';
import { fullName } from './full-name.rules.ts';

export interface MergeRecord {
  readonly storeId: number;
  readonly variantId: number;
  readonly kind: 'merge' | 'unmerge';
  readonly listings: readonly {
    readonly variant_listing_id: number;
    readonly from_variant_id: number;
    readonly quantity_before: number;
  }[];
  readonly quantityAfter: number;
  readonly userId: number | null;
  readonly at: Date;
  /** Of a merge: what it joins, read before it joins it. */
  readonly joined?: Joined;
}

/** What a merge joins, so that it can be undone. */
export interface Joined {
  /** The SKUs that were merged away, each with those that had been merged into it. */
  readonly sources: readonly { readonly id: number; readonly merged: readonly number[] }[];
  /** The items of the listings that they brought, with the product of each. */
  readonly items: readonly { readonly id: number; readonly product_id: number }[];
  /** What the sets of any of these SKUs were made of. */
  readonly parts: readonly { readonly set_id: number; readonly part_id: number; readonly units: number }[];
  /** Present where the merge renamed the surviving SKU. */
  readonly names?: {
    readonly before: { readonly name: string; readonly full_product_name: string };
    /** The full name that it was given. */
    readonly after: string;
  };
}

/** What merging these SKUs joins. The caller has locked them, with their sets. */
export async function joinedBy(
  tx: Tx,
  survivorId: number,
  sourceIds: readonly number[],
): Promise<Omit<Joined, 'names'>> {
  const { rows } = await sql<Omit<Joined, 'names'>>`
    select (
      select json_agg(json_build_object('id', s.id, 'merged', array(
        select v.id from variants v where v.merged_into_id = s.id order by v.id)) order by s.id)
      from unnest(${sourceIds}::bigint[]) s(id)) as sources, (
      select coalesce(json_agg(json_build_object('id', i.id, 'product_id', i.product_id) order by i.id), '[]')
      from product_listings i
      where i.id in (select product_listing_id from variant_listings where variant_id = any(${sourceIds}::bigint[]))) as items, (
      select coalesce(json_agg(json_build_object('set_id', p.set_id, 'part_id', p.part_id, 'units', p.units) order by p.set_id, p.part_id), '[]')
      from set_parts p
      where p.part_id = any(${[survivorId, ...sourceIds]}::bigint[])
        and p.set_id in (select set_id from set_parts where part_id = any(${sourceIds}::bigint[]))) as parts`.execute(
    tx,
  );
  return rows[0] ?? { sources: [], items: [], parts: [] };
}

/**
 * Records a merge or an unmerge.
 * @returns its id
 */
export async function keepMerge(tx: Tx, merge: MergeRecord): Promise<number> {
  const row = await tx
    .insertInto('variant_merges')
    .values({
      store_id: merge.storeId,
      variant_id: merge.variantId,
      kind: merge.kind,
      listings: JSON.stringify(merge.listings),
      quantity_after: merge.quantityAfter,
      joined: merge.joined === undefined ? null : JSON.stringify(merge.joined),
      user_id: merge.userId,
      created_at: merge.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Records a merge that the database lost, under its own id. */
export async function keepMergeAgain(
  tx: Tx,
  id: number,
  { storeId, variantId, kind, listings, quantityAfter, userId, at, joined }: MergeRecord,
): Promise<void> {
  await sql`
    insert into variant_merges (id, store_id, variant_id, kind, listings, quantity_after, joined, user_id, created_at)
    overriding system value
    values (${id}, ${storeId}, ${variantId}, ${kind}, ${JSON.stringify(listings)}::jsonb, ${quantityAfter},
      ${joined === undefined ? null : JSON.stringify(joined)}::jsonb, ${userId}, ${at})
    on conflict (id) do nothing`.execute(tx);
}

/** The subset of these SKUs that was not merged away. */
export async function stillThere(tx: Tx, variantIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from variants where id = any(${variantIds}::bigint[]) and merged_into_id is null order by id`.execute(
    tx,
  );
  return rows.map((row) => row.id);
}

/**
 * Those of these SKUs that have a single listing, made at its shop in place of one with the same code that belonged to another of them
 * and was deleted.
 */
export async function listedAnew(db: Handle, variantIds: readonly number[]): Promise<readonly MadeAnew[]> {
  const { rows } = await sql<MadeAnew>`
    select n.variant_id as id, min(o.variant_id) as before, coalesce((
      select -sum(m.adjustment)::integer from stock_movements m
      where m.variant_id = n.variant_id and m.source_type = 'Order'), 0) as sold
    from variant_listings n
    join variant_listings o on o.variant_id = any(${variantIds}::bigint[]) and o.variant_id <> n.variant_id
      and o.marketplace_id = n.marketplace_id and o.sku = n.sku and o.state = 'deleted' and o.created_at < n.created_at
    where n.variant_id = any(${variantIds}::bigint[]) and n.state <> 'deleted'
      and not exists (select from variant_listings e where e.variant_id = n.variant_id and e.id <> n.id)
    group by n.variant_id order by n.variant_id`.execute(db);
  return rows;
}

/**
 * The codes of a shop's listings that were made in place of a deleted one of the same code, whose SKU is still for sale elsewhere: they
 * are SKUs of their own until they are merged.
 */
export async function codesMadeAnew(db: Handle, marketplaceId: number): Promise<readonly string[]> {
  const { rows } = await sql<{ sku: string }>`
    select distinct n.sku
    from variant_listings o
    join variants old on old.id = o.variant_id and old.live_listings > 0 and not old.is_set
    join variant_listings n on n.marketplace_id = o.marketplace_id and n.sku = o.sku and n.variant_id <> o.variant_id
      and n.deleted_at is null and n.created_at > o.created_at
    where o.marketplace_id = ${marketplaceId} and o.state = 'deleted' and o.sku <> ''
      and not exists (select from variant_listings e where e.variant_id = n.variant_id and e.id <> n.id)
    order by n.sku`.execute(db);
  return rows.map(({ sku }) => sku);
}

/** The current SKUs of a store by ids: those that were merged away are replaced by the ones that they became. */
export async function presentVariants(
  db: Handle,
  storeId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ asked: number; id: number }>`
    select id as asked, coalesce(merged_into_id, id) as id from variants
    where id = any(${ids}::bigint[]) and store_id = ${storeId}`.execute(db);
  return new Map(rows.map(({ asked, id }) => [asked, id]));
}

/** The names of SKUs for people: the code, or the full name where there is none. */
export async function labelsOf(db: Handle, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; label: string }>`
    select id, coalesce(nullif(sku, ''), full_product_name) as label from variants
    where id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, label }) => [id, label]));
}

export interface NamedVariant {
  readonly id: number;
  readonly slug: string;
  readonly sku: string | null;
  readonly full_product_name: string;
}

/** The names of SKUs, in the order of their ids. */
export function namedVariants(db: Handle, ids: readonly number[]): Promise<NamedVariant[]> {
  return db
    .selectFrom('variants')
    .select(['id', 'slug', 'sku', 'full_product_name'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
}

export interface NamedListing {
  readonly name: string;
  readonly sku: string | null;
  readonly marketplace: { id: number; slug: string; name: string; channel: string };
}

/** The names of listings and their marketplaces, by id. */
export async function namedListings(
  db: Handle,
  ids: readonly number[],
): Promise<ReadonlyMap<number, NamedListing>> {
  const { rows } = await sql<NamedListing & { id: number; item_name: string }>`
    select l.id, l.name, l.sku, i.name as item_name,
      json_build_object('id', m.id, 'slug', m.slug, 'name', m.name, 'channel', m.channel) as marketplace
    from variant_listings l
    join product_listings i on i.id = l.product_listing_id
    join marketplaces m on m.id = l.marketplace_id
    where l.id = any(${ids}::bigint[])`.execute(db);
  return new Map(
    rows.map(({ id, name, sku, item_name: itemName, marketplace }) => [
      id,
      { name: fullName(itemName, name), sku, marketplace },
    ]),
  );
}

/** Merges SKUs into the surviving one: their listings, and every SKU that was merged into them before, move with them. */
export async function joinVariants(
  tx: Tx,
  survivorId: number,
  sourceIds: readonly number[],
  at: Date,
): Promise<void> {
  await sql`
    with moved as (
      update variant_listings set variant_id = ${survivorId}, updated_at = ${at}
      where variant_id = any(${sourceIds}::bigint[]) returning product_listing_id
    ), items as (
      update product_listings i set product_id = s.product_id
      from variants s where s.id = ${survivorId} and i.id in (select product_listing_id from moved)
      returning 1
    )
    update variants set merged_into_id = ${survivorId}, is_out_of_sync = false, updated_at = ${at}
    where id = any(${sourceIds}::bigint[]) or merged_into_id = any(${sourceIds}::bigint[])`.execute(tx);
}

export interface LeavingListing {
  readonly id: number;
  readonly variant_id: number;
  readonly product_listing_id: number;
  readonly name: string;
  readonly sku: string | null;
  readonly item_name: string;
  readonly item_image_url: string | null;
  readonly product_id: number;
}

export async function findLeavingListing(
  db: Handle,
  storeId: number,
  listingId: number,
): Promise<LeavingListing | null> {
  const { rows } = await sql<LeavingListing>`
    select l.id, l.variant_id, l.product_listing_id, l.name, l.sku, i.name as item_name, i.image_url as item_image_url, i.product_id
    from variant_listings l join product_listings i on i.id = l.product_listing_id
    where l.id = ${listingId} and l.store_id = ${storeId} and l.deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

/**
 * The units that unmerging would offer each listing of these SKUs, by listing, from the newest merge that it took part in. A SKU with one
 * listing, or that is a set, offers nothing.
 */
export async function offeredQuantities(
  db: Handle,
  variantIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; shared: number; before: number | null; soldSince: number }>`
    select l.id, v.quantity as shared, merge.quantity_before as before,
      coalesce((
        select -sum(i.effect) from order_items i join orders o on o.id = i.order_id
        where i.variant_listing_id = l.id and o.source_created_at >= merge.created_at), 0)::integer as "soldSince"
    from variants v
    join variant_listings l on l.variant_id = v.id and l.deleted_at is null
    left join lateral (
      select (entry->>'quantity_before')::integer as quantity_before, m.created_at
      from variant_merges m cross join jsonb_array_elements(m.listings) entry
      where m.variant_id = v.id and m.kind = 'merge' and m.undone_at is null
        and (entry->>'variant_listing_id')::bigint = l.id
      order by m.id desc limit 1
    ) merge on true
    where v.id = any(${variantIds}::bigint[]) and not v.is_set
      and 1 < (select count(*) from variant_listings o where o.variant_id = v.id and o.deleted_at is null)`.execute(
    db,
  );
  return new Map(rows.map(({ id, ...facts }) => [id, offeredQuantity(facts)]));
}

/** Moves a listing to another SKU. */
export async function moveListing(tx: Tx, listingId: number, variantId: number, at: Date): Promise<void> {
  await tx
    .updateTable('variant_listings')
    .set({ variant_id: variantId, updated_at: at })
    .where('id', '=', listingId)
    .execute();
}

/** Whether an item shares its product with another item, but no SKU with any. */
export async function sharesOnlyItsProduct(tx: Tx, productListingId: number): Promise<boolean> {
  const { rows } = await sql<{ alone: boolean }>`
    select exists (
      select from product_listings o where o.product_id = i.product_id and o.id <> i.id
    ) and not exists (
      select from variant_listings l join variant_listings o on o.variant_id = l.variant_id and o.product_listing_id <> i.id
      where l.product_listing_id = i.id and o.deleted_at is null
    ) as alone
    from product_listings i where i.id = ${productListingId}`.execute(tx);
  return rows[0]?.alone ?? false;
}

/** Moves an item and its SKUs to a product of their own. */
export async function moveToProduct(
  tx: Tx,
  productListingId: number,
  productId: number,
  at: Date,
): Promise<void> {
  await sql`
    with item as (
      update product_listings set product_id = ${productId} where id = ${productListingId} returning id
    )
    update variants v set product_id = ${productId}, updated_at = ${at}
    from item, variant_listings l
    where l.product_listing_id = item.id and v.id = l.variant_id`.execute(tx);
}

/** The listings of an item that are not deleted. */
export async function listingsOfItem(tx: Tx, storeId: number, productListingId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('variant_listings as l')
    .select('l.id')
    .where('l.product_listing_id', '=', productListingId)
    .where('l.store_id', '=', storeId)
    .where('l.deleted_at', 'is', null)
    .orderBy('l.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The SKUs of an item's listings, deleted ones included. */
export async function variantsOfItem(tx: Tx, productListingId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('variant_listings')
    .select('variant_id')
    .distinct()
    .where('product_listing_id', '=', productListingId)
    .execute();
  return rows.map((row) => row.variant_id);
}

/**
 * Whether the SKU of merge `m` was merged again, unmerged from, or made a set since its ledger entry `e`: merges that were undone
 * themselves do not count.
 */
export const isChangedSince = sql<boolean>`exists (
  select from stock_movements s
  where s.variant_id = m.variant_id and s.created_at >= m.created_at and s.id > e.id
    and (s.cause like 'unmerge:%' or s.cause like 'set:%' or (s.cause like 'merge:%' and not exists (
      select from variant_merges later
      where later.id = substring(s.cause from '^merge:(\\d+)$')::bigint and later.undone_at is not null))))`;

/** The newest merge that made a SKU, if it can be undone. */
export async function lastMergeOf(
  db: Handle,
  variantId: number,
): Promise<{ readonly id: number; readonly created_at: Date } | null> {
  const { rows } = await sql<{ id: number; created_at: Date }>`
    select m.id, m.created_at from (
      select * from variant_merges
      where variant_id = ${variantId} and kind = 'merge' and undone_at is null and joined is not null
      order by id desc limit 1
    ) m
    join variants v on v.id = m.variant_id and not v.is_set
    join stock_movements e on e.variant_id = m.variant_id and e.cause = 'merge:' || m.id
    where not ${isChangedSince}`.execute(db);
  return rows[0] ?? null;
}
