import { sql } from 'kysely';
import type { Handle } from '../../platform/database.ts';

export interface MergeGroup {
  readonly sku: string;
  readonly variant_ids: readonly number[];
}

/** SKUs that share a code and can be joined: for sale somewhere, and not merged away. Codes are compared as they are. */
const groups = sql`
  select v.sku, array_agg(v.id order by v.id) as ids, sum(v.live_listings)::integer as listings,
    count(*) filter (where v.live_listings = 1)::integer as singles
  from variants v
  where v.store_id = `;

export interface GroupCounts {
  readonly groups_count: number;
  readonly listings_count: number;
  /** Those of them that share no SKU yet. */
  readonly single_listings: number;
}

/** How many groups of one code there are in a store, and how many listings they would join. */
export async function countGroups(db: Handle, storeId: number): Promise<GroupCounts> {
  const { rows } = await sql<GroupCounts>`
    select count(*)::integer as groups_count, coalesce(sum(g.listings), 0)::integer as listings_count,
      coalesce(sum(g.singles), 0)::integer as single_listings
    from (${groups}${storeId} and v.merged_into_id is null and v.sku <> '' and v.live_listings > 0
      group by v.sku having count(*) > 1) g`.execute(db);
  return rows[0] ?? { groups_count: 0, listings_count: 0, single_listings: 0 };
}

/** The next groups by code, after the one given. */
export async function nextGroups(
  db: Handle,
  storeId: number,
  afterSku: string,
  limit: number,
): Promise<readonly MergeGroup[]> {
  const { rows } = await sql<MergeGroup>`
    select g.sku, to_json(g.ids) as variant_ids
    from (${groups}${storeId} and v.merged_into_id is null and v.sku > ${afterSku} and v.live_listings > 0
      group by v.sku having count(*) > 1) g
    order by g.sku limit ${limit}`.execute(db);
  return rows;
}

export interface GroupedVariant {
  readonly id: number;
  readonly sku: string;
  readonly slug: string;
  readonly full_product_name: string;
  readonly quantity: number;
  /** A shop's number was read: the quantity means something. */
  readonly is_counted: boolean;
  readonly marketplaces: readonly { id: number; slug: string; name: string; channel: string }[];
}

/** The SKUs of groups, with the marketplaces that list them. */
export async function variantsOfGroups(
  db: Handle,
  ids: readonly number[],
): Promise<readonly GroupedVariant[]> {
  const { rows } = await sql<GroupedVariant>`
    select v.id, v.sku, v.slug, v.full_product_name, v.quantity,
      exists (select from variant_listings l join listing_stocks s on s.variant_listing_id = l.id
        where l.variant_id = v.id and s.counted_from is not null) as is_counted,
      (select json_agg(json_build_object('id', m.id, 'slug', m.slug, 'name', m.name, 'channel', m.channel) order by m.id)
       from marketplaces m where m.id in (
         select l.marketplace_id from variant_listings l
         where l.variant_id = v.id and l.state = 'live' and l.deleted_at is null)) as marketplaces
    from variants v where v.id = any(${ids}) order by v.sku, v.id`.execute(db);
  return rows;
}

export interface MergeRunRow {
  readonly id: number;
  readonly store_id: number;
  readonly user_id: number | null;
  readonly is_using_highest_qty: boolean;
  readonly state: 'running' | 'done' | 'failed';
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  readonly error: string | null;
  readonly started_at: Date;
  readonly finished_at: Date | null;
}

/** The newest automatic merge of a store. */
export async function newestRun(db: Handle, storeId: number): Promise<MergeRunRow | null> {
  const { rows } = await sql<MergeRunRow>`
    select r.id, r.store_id, r.user_id, r.is_using_highest_qty, r.state, r.total, r.done, r.failed, r.error, r.started_at,
      r.finished_at
    from merge_runs r where r.store_id = ${storeId} order by r.id desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Takes the lease of a running merge that nobody holds. */
export async function takeRun(
  db: Handle,
  runId: number,
  lease: { readonly token: string; readonly now: Date; readonly until: Date },
): Promise<MergeRunRow | null> {
  const { rows } = await sql<MergeRunRow>`
    update merge_runs r set lease_token = ${lease.token}, lease_until = ${lease.until}
    where r.id = ${runId} and r.state = 'running' and (r.lease_until is null or r.lease_until <= ${lease.now})
    returning r.id, r.store_id, r.user_id, r.is_using_highest_qty, r.state, r.total, r.done, r.failed, r.error, r.started_at,
      r.finished_at`.execute(db);
  return rows[0] ?? null;
}
