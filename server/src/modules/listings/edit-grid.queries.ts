import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { sql } from 'kysely';
import type { Handle } from '../../platform/database/database.ts';

export interface GridListing {
  readonly variantListingId: number;
  readonly productListingId: number;
  readonly marketplaceId: number;
  readonly marketplaceName: string;
  readonly channel: ChannelKind;
  readonly isVerified: boolean;
  /** The price is in minor units. */
  readonly price: number | null;
  readonly currency: string | null;
}

export interface GridVariant {
  readonly id: number;
  readonly sku: string | null;
  readonly name: string;
  readonly quantity: number;
  readonly isSet: boolean;
  readonly listings: readonly GridListing[];
}

/** SKUs by their ids, in the order of their names, with the listings that are on sale. */
export async function readGrid(
  db: Handle,
  storeId: number,
  variantIds: readonly number[],
): Promise<readonly GridVariant[]> {
  const { rows } = await sql<GridVariant>`
    select v.id, v.sku, v.full_product_name as name, v.quantity, v.is_set as "isSet", coalesce(l.list, '[]') as listings
    from variants v
    left join lateral (
      select json_agg(json_build_object('variantListingId', l.id, 'productListingId', l.product_listing_id,
        'marketplaceId', m.id, 'marketplaceName', m.name, 'channel', m.channel, 'isVerified', m.state = 'verified',
        'price', l.price, 'currency', l.currency) order by m.id, l.id) as list
      from variant_listings l join marketplaces m on m.id = l.marketplace_id
      where l.variant_id = v.id and l.deleted_at is null and l.state = 'live'
    ) l on true
    where v.store_id = ${storeId} and v.merged_into_id is null and v.id = any(${variantIds}::bigint[])
    order by v.full_product_name, v.id`.execute(db);
  return rows;
}

/** A price of a listing of a SKU. */
export interface PricedListing {
  readonly id: number;
  readonly productListingId: number;
  readonly sku: string | null;
  /** The price is in minor units. */
  readonly price: number | null;
  readonly currency: string | null;
}

export async function findPricedListing(
  db: Handle,
  storeId: number,
  variantListingId: number,
): Promise<PricedListing | null> {
  const { rows } = await sql<PricedListing>`
    select id, product_listing_id as "productListingId", sku, price, currency from variant_listings
    where store_id = ${storeId} and id = ${variantListingId} and deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

/** The name of a SKU of a store; null where it has none. */
export async function variantName(db: Handle, storeId: number, variantId: number): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(nullif(sku, ''), full_product_name) as name from variants
    where store_id = ${storeId} and id = ${variantId}`.execute(db);
  return rows[0]?.name ?? null;
}
