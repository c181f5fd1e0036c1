import type { ListingStatus } from '@evenstock/connectors/kit/connector';
import type { listingState } from '@evenstock/contract/catalog/listings';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Identity } from '../../../api/identity.ts';
import type { Handle, Tx } from '../../../platform/database/database.ts';
import { listingBriefs, variantColumns, type ListedVariant } from './variants.queries.ts';

export interface ProductRecord {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly image_url: string | null;
  readonly updated_at: Date;
}

/** A product of a store. */
export async function findProduct(
  db: Handle,
  storeId: number,
  identity: Identity,
): Promise<ProductRecord | null> {
  const products = db
    .selectFrom('products')
    .select(['id', 'slug', 'name', 'image_url', 'updated_at'])
    .where('store_id', '=', storeId);
  const found =
    'id' in identity ? products.where('id', '=', identity.id) : products.where('slug', '=', identity.slug);
  return (await found.executeTakeFirst()) ?? null;
}

/** Locks a product. @throws NoResultError where it is gone */
export function lockProduct(tx: Tx, id: number): Promise<{ name: string; updated_at: Date }> {
  return tx
    .selectFrom('products')
    .select(['name', 'updated_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/**
 * Renames a product and the full names of its SKUs that contain its name.
 * @returns the ids of those SKUs
 */
export async function renameProduct(
  tx: Tx,
  id: number,
  { from, to }: { readonly from: string; readonly to: string },
  at: Date,
): Promise<number[]> {
  await sql`update products set name = ${to}, updated_at = ${at} where id = ${id}`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    update variants set full_product_name = ${to} || substr(full_product_name, length(${from}) + 1),
      name = case when name = ${from} then ${to} else name end, updated_at = ${at}
    where id in (
      select v.id from variants v where v.product_id = ${id}
        and (v.full_product_name = ${from} or v.full_product_name = ${from} || ' - ' || v.name)
      order by v.id for no key update)
    returning id`.execute(tx);
  return rows.map((row) => row.id);
}

/** The SKUs of a product, by name, with their listings. */
export async function variantsOfProduct(db: Handle, productId: number): Promise<readonly ListedVariant[]> {
  const { rows } = await sql<ListedVariant>`
    select ${variantColumns}, listings.list as variant_listings,
      listings.kept_below
    from variants v
    join products p on p.id = v.product_id
    ${listingBriefs}
    where v.product_id = ${productId} and v.merged_into_id is null
    order by v.full_product_name, v.id`.execute(db);
  return rows;
}

/** The SKUs that those of a product were merged into, by name. */
export async function survivorsOf(
  db: Handle,
  productId: number,
): Promise<{ id: number; slug: string; full_product_name: string }[]> {
  const { rows } = await sql<{ id: number; slug: string; full_product_name: string }>`
    select distinct s.id, s.slug, s.full_product_name
    from variants v join variants s on s.id = v.merged_into_id
    where v.product_id = ${productId}
    order by s.full_product_name, s.id`.execute(db);
  return rows;
}

export interface ProductListingRecord {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly image_url: string | null;
  readonly raw_status: string;
  readonly status: ListingStatus;
  readonly state: z.infer<typeof listingState>;
  readonly channel_item_id: string;
  readonly last_synced_at: Date;
  readonly deleted_at: Date | null;
  readonly marketplace: { id: number; slug: string; name: string; channel: string; state: string };
}

/** Listings of a store, deleted ones included: those of a product, or those named. */
export async function productListingsOf(
  db: Handle,
  storeId: number,
  where: { readonly productId: number } | { readonly ids: readonly number[] },
): Promise<readonly ProductListingRecord[]> {
  const condition =
    'ids' in where ? sql`i.id = any(${where.ids}::bigint[])` : sql`i.product_id = ${where.productId}`;
  const { rows } = await sql<ProductListingRecord>`
    select i.id, i.slug, i.name, i.image_url, i.raw_status, i.status, i.state, i.channel_item_id, i.last_synced_at,
      i.deleted_at,
      json_build_object('id', m.id, 'slug', m.slug, 'name', m.name, 'channel', m.channel, 'state', m.state)
        as marketplace
    from product_listings i join marketplaces m on m.id = i.marketplace_id
    where i.store_id = ${storeId} and ${condition}
    order by m.id, i.id`.execute(db);
  return rows;
}

/** The listings of a product's SKUs, in the order in which an item's SKUs are unmerged. */
export async function variantListingsOfProduct(
  db: Handle,
  productId: number,
): Promise<{ product_listing_id: number; variant_listing_id: number; variant_id: number }[]> {
  return db
    .selectFrom('variant_listings as l')
    .innerJoin('variants as v', 'v.id', 'l.variant_id')
    .select(['l.product_listing_id', 'l.id as variant_listing_id', 'l.variant_id'])
    .where('v.product_id', '=', productId)
    .where('v.merged_into_id', 'is', null)
    .where('l.deleted_at', 'is', null)
    .orderBy('l.id')
    .execute();
}
