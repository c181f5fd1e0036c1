import type { ListingKey } from '@evenstock/connectors/kit/listing-key';
import { sql } from 'kysely';
import type { Handle } from '../../../platform/database/database.ts';

/** Listings of a shop that have a number, by id, the next `limit` after one. */
export async function listingsAfter(
  db: Handle,
  marketplaceId: number,
  listingId: number,
  limit: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('listing_stocks')
    .select('variant_listing_id')
    .where('marketplace_id', '=', marketplaceId)
    .where('variant_listing_id', '>', listingId)
    .orderBy('variant_listing_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.variant_listing_id);
}

/** A listing as its marketplace and its SKU know it. */
export interface PlacedListing extends ListingKey {
  readonly listingId: number;
  /** Its SKU here. */
  readonly skuId: number;
  readonly name: string;
  readonly sku: string | null;
  readonly productSlug: string;
  readonly variantSlug: string;
}

/** One page of a shop's listings, and how many there are. */
export async function placedListings(
  db: Handle,
  marketplaceId: number,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: readonly PlacedListing[]; readonly total: number }> {
  const matching = sql`
    from variant_listings l
    join variants v on v.id = l.variant_id
    join products p on p.id = v.product_id
    where l.marketplace_id = ${marketplaceId} and l.deleted_at is null`;
  const { rows } = await sql<PlacedListing>`
    select l.id as "listingId", l.variant_id as "skuId", v.full_product_name as name, l.sku, p.slug as "productSlug", v.slug as "variantSlug",
      l.channel_item_id as "itemId", l.channel_variant_id as "variantId", l.stock_ref as "stockRef"
    ${matching} order by lower(l.sku), l.id limit ${page.limit} offset ${page.offset}`.execute(db);
  const count = await sql<{ total: number }>`select count(*)::integer as total ${matching}`.execute(db);
  return { rows, total: count.rows[0]?.total ?? 0 };
}

/** Writes by what the marketplace is to be written, where a read told it anew. */
export async function setStockRefs(
  db: Handle,
  refs: readonly { readonly listingId: number; readonly stockRef: ListingKey['stockRef'] }[],
): Promise<void> {
  if (refs.length === 0) return;
  const rows = JSON.stringify(
    refs.map(({ listingId, stockRef }) => ({ id: listingId, stock_ref: stockRef })),
  );
  await sql`
    update variant_listings l set stock_ref = r.stock_ref
    from jsonb_to_recordset(${rows}::jsonb) r(id bigint, stock_ref jsonb) where l.id = r.id`.execute(db);
}
