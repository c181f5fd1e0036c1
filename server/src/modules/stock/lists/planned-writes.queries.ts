import type { WriteKind } from '@evenstock/contract/stock/planned-writes';
import { sql } from 'kysely';
import type { Handle } from '../../../platform/database/database.ts';

/** Listings that a marketplace sells and that are the seller's to write, with what they show and what would be written. */
const listings = sql`
  select vl.id, vl.variant_id, vl.marketplace_id, ls.expected_quantity as shows, ls.send as writes,
    coalesce(ls.snapshot_until, ls.counted_until) as shows_at, ls.counted_from is null as is_new, ls.forced, ls.maximum, ls.transformed,
    ls.safety, ls.kept_for_another,
    case when ls.send = ls.expected_quantity then 'same' when ls.send = 0 then 'zero' when ls.send < ls.expected_quantity then 'lower'
      else 'raise' end as kind
  from marketplaces m
  join variant_listings vl on vl.marketplace_id = m.id and vl.deleted_at is null and vl.state <> 'deleted'
  join listing_stocks ls on ls.variant_listing_id = vl.id and ls.kept_since is null
  where m.state = 'verified' and m.deactivated_at is null and m.deleted_at is null`;

export interface PlannedShopRow {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly channel: string;
  readonly syncs: boolean;
  readonly same: number;
  readonly zero: number;
  readonly lower: number;
  readonly raise: number;
  readonly notCounted: number;
}

/** The connected marketplaces of a store, with the number of their listings by what a write would do to them. */
export async function plannedShops(db: Handle, storeId: number): Promise<PlannedShopRow[]> {
  const { rows } = await sql<PlannedShopRow>`
    select s.id, s.slug, s.name, s.channel, s.can_sync_to_marketplace as syncs,
      count(*) filter (where l.kind = 'same' and not l.is_new)::integer as same,
      count(*) filter (where l.kind = 'zero' and not l.is_new)::integer as zero,
      count(*) filter (where l.kind = 'lower' and not l.is_new)::integer as lower,
      count(*) filter (where l.kind = 'raise' and not l.is_new)::integer as raise,
      count(*) filter (where l.is_new)::integer as "notCounted"
    from marketplaces s left join (${listings} and m.store_id = ${storeId}) l on l.marketplace_id = s.id
    where s.store_id = ${storeId} and s.state = 'verified' and s.deactivated_at is null and s.deleted_at is null
    group by s.id order by s.id`.execute(db);
  return rows;
}

export interface PlannedWriteRow {
  readonly id: number;
  readonly marketplaceId: number;
  readonly variantId: number;
  readonly variantSlug: string;
  readonly sku: string | null;
  readonly fullProductName: string;
  readonly productSlug: string;
  readonly kind: WriteKind;
  readonly shows: number;
  readonly showsAt: Date;
  readonly writes: number;
  readonly quantity: number;
  readonly isSet: boolean;
  readonly safety: number;
  readonly keptForAnother: number;
  readonly forced: boolean;
  readonly maximum: number | null;
  readonly transformed: boolean;
}

/** The listings of these marketplaces whose number a write would change: set to 0, lowered, raised; the greatest difference first. */
export async function plannedWrites(
  db: Handle,
  wanted: { readonly marketplaceIds: readonly number[]; readonly kinds: readonly WriteKind[] },
  page: { readonly perPage: number; readonly offset: number },
): Promise<PlannedWriteRow[]> {
  const { rows } = await sql<PlannedWriteRow>`
    with chosen as (
      select * from (${listings} and m.id = any(${wanted.marketplaceIds}::bigint[])) l
      where l.kind = any(${wanted.kinds}::text[]) and not l.is_new
      order by array_position(array['zero', 'lower', 'raise'], l.kind), abs(l.writes - l.shows) desc, l.id
      limit ${page.perPage} offset ${page.offset}
    )
    select c.id, c.marketplace_id as "marketplaceId", v.id as "variantId", v.slug as "variantSlug", v.sku,
      v.full_product_name as "fullProductName", p.slug as "productSlug", c.kind, c.shows, c.shows_at as "showsAt", c.writes, v.quantity,
      v.is_set as "isSet", c.safety, c.kept_for_another as "keptForAnother", c.forced, c.maximum, c.transformed
    from chosen c join variants v on v.id = c.variant_id join products p on p.id = v.product_id
    order by array_position(array['zero', 'lower', 'raise'], c.kind), abs(c.writes - c.shows) desc, c.id`.execute(
    db,
  );
  return rows;
}
