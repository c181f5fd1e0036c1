import type { ListedItem } from '@evenstock/connectors/kit/capabilities';
import type { ChannelKind } from '@evenstock/contract/channels';
import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/database.ts';

/** An item as its marketplace's calls take it; null: it is deleted there. */
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

/** Ends the boost of an item here. False: it was not boosted. */
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
