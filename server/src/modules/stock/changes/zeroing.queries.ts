import type { MessageOnWire } from '@evenstock/contract/messages/message';
import { sql } from 'kysely';
import type { Handle } from '../../../platform/database/database.ts';

const live = sql`vl.deleted_at is null and vl.state <> 'deleted'`;

/** SKUs with a listing of this shop whose target is not forced to 0 yet. */
export async function variantsToZero(
  db: Handle,
  marketplaceId: number,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct vl.variant_id as id
    from listing_stocks ls join variant_listings vl on vl.id = ls.variant_listing_id
    where ls.marketplace_id = ${marketplaceId} and ls.counted_from is not null and not ls.forced and ${live}
      and vl.variant_id > ${after}
    order by 1 limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

/** The state of one listing of a shop that is being set to 0. */
export interface ZeroingStatus {
  readonly listing_id: number;
  readonly name: string;
  readonly sku: string | null;
  /** The shop acknowledged its target: 0, or the units that a campaign holds. */
  readonly isWritten: boolean;
  readonly isCounted: boolean;
  readonly reserved: number;
  readonly refusal: string | null;
  /** Null also for refusals from before reasons were messages. */
  readonly refusalMessages: readonly MessageOnWire[] | null;
}

/** Every listing of a shop that does not show 0 yet. */
export async function notZeroed(db: Handle, marketplaceId: number): Promise<ZeroingStatus[]> {
  const { rows } = await sql<ZeroingStatus>`
    select vl.id as listing_id, coalesce(nullif(vl.name, ''), pl.name) as name, vl.sku,
      coalesce(ls.forced and ls.acked_rev = ls.target_rev, false) as "isWritten", ls.counted_from is not null as "isCounted",
      coalesce(ls.reserved, 0) as reserved, case when ls.flag = 'rejected' then ls.flag_reason end as refusal,
      ls.flag_messages as "refusalMessages"
    from variant_listings vl
    join product_listings pl on pl.id = vl.product_listing_id
    left join listing_stocks ls on ls.variant_listing_id = vl.id
    where vl.marketplace_id = ${marketplaceId} and ${live}
      and not coalesce(ls.forced and ls.acked_rev = ls.target_rev and ls.target = 0, false)
    order by vl.id`.execute(db);
  return rows;
}

export async function countListings(db: Handle, marketplaceId: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from variant_listings vl where vl.marketplace_id = ${marketplaceId} and ${live}`.execute(
    db,
  );
  return rows[0]?.total ?? 0;
}

/** Shops whose listings are being set to 0. */
export async function openZeroings(db: Handle): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select marketplace_id as id from marketplace_zeroings where ended_at is null order by 1`.execute(db);
  return rows.map((row) => row.id);
}
