import { sql, type RawBuilder } from 'kysely';
import type { Handle } from '../../../platform/database/database.ts';
import type { Candidate } from './match-listings.rules.ts';

/** What an order line says of what it sells, and its place among the lines. */
interface LineCodes {
  readonly place: number;
  readonly item: string | null;
  readonly variant: string | null;
  /** The marketplace's own code of the SKU. */
  readonly code: string | null;
  readonly sku: string | null;
}

/** Listings of marketplace `m` that line `k` names by its codes, each with the rank of the code. Two are enough to see that it names several. */
const listingsOfCodes: RawBuilder<unknown> = sql`
  (select l.id, l.variant_id, 1 as rank from variant_listings l
    where l.marketplace_id = m.id and l.channel_variant_id = k.variant and l.deleted_at is null
      and (k.item is null or l.channel_item_id = k.item) limit 2)
  union all
  (select l.id, l.variant_id, 2 from variant_listings l
    where l.marketplace_id = m.id and l.marketplace_sku = k.code and l.deleted_at is null limit 2)
  union all
  (select l.id, l.variant_id, 3 from variant_listings l
    where l.marketplace_id = m.id and l.channel_item_id = k.item and k.variant is null and l.sku = k.sku and l.deleted_at is null limit 2)
  union all
  (select l.id, l.variant_id, 4 from variant_listings l
    where l.marketplace_id = m.id and l.channel_item_id = k.item and k.variant is null and l.deleted_at is null limit 2)
  union all
  (select l.id, l.variant_id, 5 from variant_listings l
    where l.marketplace_id = m.id and k.item is null and k.variant is null and l.sku = k.sku and l.deleted_at is null limit 2)`;

export async function listingsByCodes(
  db: Handle,
  marketplaceId: number,
  lines: readonly LineCodes[],
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select k.place, f.rank, f.id as "listingId", f.variant_id as "variantId"
    from marketplaces m
    cross join jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      k(place integer, item text, variant text, code text, sku text)
    cross join lateral (${listingsOfCodes}) f
    where m.id = ${marketplaceId}`.execute(db);
  return rows;
}

/** Orders since an instant with a line that has no SKU, although its listing had a baseline by then. */
export async function ordersToMatch(
  db: Handle,
  marketplaceId: number,
  since: Date,
  most: number,
): Promise<{ channelId: string; storeId: number }[]> {
  const { rows } = await sql<{ channelId: string; storeId: number }>`
    select distinct o.channel_order_id as "channelId", o.store_id as "storeId"
    from orders o
    join marketplaces m on m.id = o.marketplace_id
    join order_items i on i.order_id = o.id and i.variant_id is null and i.is_listed
    cross join lateral (
      select i.channel_item_id as item, i.channel_variant_id as variant, i.marketplace_sku as code, i.sku) k
    cross join lateral (${listingsOfCodes}) l
    join listing_stocks s on s.variant_listing_id = l.id and s.counted_from <= o.source_created_at + interval '3 seconds'
    where o.marketplace_id = ${marketplaceId} and o.source_created_at >= ${since} and o.store_id = m.store_id
    limit ${most}`.execute(db);
  return rows;
}
