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
  { storeId, variantId, kind, listings, quantityAfter, userId, at }: MergeRecord,
): Promise<void> {
  await sql`
    insert into variant_merges (id, store_id, variant_id, kind, listings, quantity_after, user_id, created_at)
    overriding system value
    values (${id}, ${storeId}, ${variantId}, ${kind}, ${JSON.stringify(listings)}::jsonb, ${quantityAfter}, ${userId}, ${at})
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
 * The units that unmerging would offer each listing of these SKUs, by listing. A SKU with one listing, or that is a set, offers nothing.
 * @param mergeId the merge that is undone; without one, the newest that a listing took part in
 */
export async function offeredQuantities(
  db: Handle,
  variantIds: readonly number[],
  mergeId: number | null = null,
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
      where m.variant_id = v.id and m.kind = 'merge' and (entry->>'variant_listing_id')::bigint = l.id
        and (${mergeId}::bigint is null or m.id = ${mergeId})
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

export interface MergeToUndo {
  readonly id: number;
  readonly created_at: Date;
  /** The SKU that the merge made. */
  readonly variant_id: number;
  readonly slug: string;
  readonly sku: string | null;
  readonly full_product_name: string;
  readonly quantity: number;
  readonly is_merged_away: boolean;
  readonly is_set: boolean;
  readonly brought: readonly BroughtListing[];
}

/** A listing that a merge brought to its SKU. */
export interface BroughtListing {
  readonly id: number;
  readonly is_deleted: boolean;
  /** No later merge or unmerge has moved the listing. */
  readonly is_here: boolean;
}

/** A merge of a store with the current state of the listings that it brought; null where there is none. */
export async function findMerge(db: Handle, storeId: number, mergeId: number): Promise<MergeToUndo | null> {
  const { rows } = await sql<MergeToUndo>`
    select m.id, m.created_at, m.variant_id, v.slug, v.sku, v.full_product_name, v.quantity,
      v.merged_into_id is not null as is_merged_away, v.is_set,
      (select coalesce(json_agg(json_build_object(
          'id', l.id, 'is_deleted', l.deleted_at is not null,
          'is_here', l.variant_id = m.variant_id and not exists (
            select from variant_merges later cross join jsonb_array_elements(later.listings) again
            where later.variant_id = m.variant_id and later.kind = 'merge' and later.id > m.id
              and (again->>'variant_listing_id')::bigint = l.id
              and (again->>'from_variant_id')::bigint <> later.variant_id)
        ) order by l.id), '[]')
       from jsonb_array_elements(m.listings) entry
       join variant_listings l on l.id = (entry->>'variant_listing_id')::bigint
       where (entry->>'from_variant_id')::bigint <> m.variant_id) as brought
    from variant_merges m join variants v on v.id = m.variant_id
    where m.id = ${mergeId} and m.store_id = ${storeId} and m.kind = 'merge'`.execute(db);
  return rows[0] ?? null;
}

/** The listings of a SKU that are not deleted. */
export async function idsOfListings(db: Handle, variantId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('variant_listings')
    .select('id')
    .where('variant_id', '=', variantId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
