import type { MessageOnWire } from '@evenstock/contract/messages/message';
import { sql, type RawBuilder } from 'kysely';
import type { Handle } from '../../platform/database/database.ts';

/** A listing whose quantity its marketplace refuses. */
export interface RefusedRow {
  readonly listingId: number;
  readonly name: string;
  readonly sku: string | null;
  readonly variantSlug: string;
  readonly productSlug: string;
  readonly refusedAt: Date;
  readonly reason: string;
  readonly reasonMessages: readonly MessageOnWire[] | null;
}

/** The listings whose quantities a marketplace refuses: how many, and the newest of them. */
export interface RefusedQuantities {
  readonly total: number;
  readonly newest: readonly RefusedRow[];
}

/** The statement of `refusedQuantities`. */
export function refusedListings(
  marketplaceId: number,
  limit: number,
): RawBuilder<RefusedRow & { readonly total: number }> {
  return sql`
    with refused as (
      select ls.variant_listing_id as id, ls.flagged_at, coalesce(ls.flag_reason, '') as reason, ls.flag_messages,
        l.name, l.sku, l.variant_id, count(*) over ()::integer as total
      from listing_stocks ls
      join variant_listings l on l.id = ls.variant_listing_id and l.state = 'live'
      join marketplaces m on m.id = ls.marketplace_id and m.deleted_at is null and m.deactivated_at is null
      where ls.marketplace_id = ${marketplaceId} and ls.flag = 'rejected'
      order by ls.flagged_at desc, ls.variant_listing_id limit ${limit}
    )
    select r.total, r.id as "listingId", r.name, r.sku, v.slug as "variantSlug", p.slug as "productSlug",
      r.flagged_at as "refusedAt", r.reason, r.flag_messages as "reasonMessages"
    from refused r join variants v on v.id = r.variant_id join products p on p.id = v.product_id
    order by r.flagged_at desc, r.id`;
}

/** The quantities that a marketplace refuses now, the newest first; none of one that is left. */
export async function refusedQuantities(
  db: Handle,
  marketplaceId: number,
  limit: number,
): Promise<RefusedQuantities> {
  const { rows } = await refusedListings(marketplaceId, limit).execute(db);
  return { total: rows[0]?.total ?? 0, newest: rows };
}
