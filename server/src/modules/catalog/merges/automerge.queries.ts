import { sql } from 'kysely';
import type { OperationState } from '@evenstock/contract/operations/operations';
import type { Handle } from '../../../platform/database/database.ts';

export interface MergeGroup {
  readonly sku: string;
  readonly variant_ids: readonly number[];
}

export interface GroupCounts {
  readonly groups_count: number;
  readonly variants_count: number;
  readonly listings_count: number;
  /** The subset of them that shares no SKU yet. */
  readonly single_listings: number;
}

/** The choice of groups. */
export interface GroupScope {
  /** Codes; null: all of them. */
  readonly skus: readonly string[] | null;
  /** The SKUs that are merged of each code; null: all that have it. */
  readonly among: readonly number[] | null;
}
export const everyGroup: GroupScope = { skus: null, among: null };

const within = ({ skus, among }: GroupScope) => sql`
  (${skus}::text[] is null or v.sku = any(${skus}::text[]))
  and (${among}::bigint[] is null or v.id = any(${among}::bigint[]))`;

/** SKUs that share a code and can be merged: for sale somewhere, no sets, and not merged away. Codes are compared exactly. */
const mergeableGroups = (storeId: number, scope: GroupScope, afterSku = '') => sql`
  select v.sku, array_agg(v.id order by v.id) as ids, sum(v.live_listings)::integer as listings,
    count(*) filter (where v.live_listings = 1)::integer as singles,
    string_agg(v.id || ':' || v.quantity, ',' order by v.id) as quantities
  from variants v
  where v.store_id = ${storeId} and v.merged_into_id is null and v.sku <> '' and v.sku > ${afterSku}
    and v.live_listings > 0 and not v.is_set and ${within(scope)}
  group by v.sku having count(*) > 1`;

/** Counts the groups of one code in a store, and the SKUs and listings that they would join. */
export async function countGroups(
  db: Handle,
  storeId: number,
  scope: GroupScope = everyGroup,
): Promise<GroupCounts> {
  const { rows } = await sql<GroupCounts>`
    select count(*)::integer as groups_count, coalesce(sum(cardinality(g.ids)), 0)::integer as variants_count,
      coalesce(sum(g.listings), 0)::integer as listings_count,
      coalesce(sum(g.singles), 0)::integer as single_listings
    from (${mergeableGroups(storeId, scope)}) g`.execute(db);
  return rows[0] ?? { groups_count: 0, variants_count: 0, listings_count: 0, single_listings: 0 };
}

/** A short text that stands for the quantities of all groups: another one as soon as a quantity, or a SKU of theirs, is. */
export async function numbersOf(db: Handle, storeId: number, scope: GroupScope): Promise<string> {
  const { rows } = await sql<{ numbers: string }>`
    select md5(coalesce(string_agg(g.quantities, ';' order by g.ids), '')) as numbers
    from (${mergeableGroups(storeId, scope)}) g`.execute(db);
  return rows[0]?.numbers ?? '';
}

/** One page of groups by code. */
export async function pageOfGroups(
  db: Handle,
  storeId: number,
  { perPage, offset }: { readonly perPage: number; readonly offset: number },
  scope: GroupScope,
): Promise<readonly MergeGroup[]> {
  const { rows } = await sql<MergeGroup>`
    select g.sku, to_json(g.ids) as variant_ids from (${mergeableGroups(storeId, scope)}) g
    order by g.sku limit ${perPage} offset ${offset}`.execute(db);
  return rows;
}

/** The next groups by code, after the one given. */
export async function nextGroups(
  db: Handle,
  storeId: number,
  afterSku: string,
  limit: number,
  scope: GroupScope = everyGroup,
): Promise<readonly MergeGroup[]> {
  const { rows } = await sql<MergeGroup>`
    select g.sku, to_json(g.ids) as variant_ids
    from (${mergeableGroups(storeId, scope, afterSku)}) g
    order by g.sku limit ${limit}`.execute(db);
  return rows;
}

export interface MergeRunRow {
  readonly id: number;
  readonly state: OperationState;
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  readonly started_at: Date;
  readonly finished_at: Date | null;
}

/** The newest automatic merge of a store. */
export async function newestRun(db: Handle, storeId: number): Promise<MergeRunRow | null> {
  const { rows } = await sql<MergeRunRow>`
    select id, state, coalesce(total, 0) as total, done, failed, asked_at as started_at, finished_at
    from operations where store_id = ${storeId} and kind = 'variant.automerge' order by id desc limit 1`.execute(
    db,
  );
  return rows[0] ?? null;
}

export interface MergeMail {
  readonly email: string;
  readonly name: string;
  readonly slug: string;
  readonly done: number;
  readonly failed: number;
}

/** The recipient and content of the mail about an automatic merge; null where no recipient is left. */
export async function readMergeMail(db: Handle, operationId: number): Promise<MergeMail | null> {
  const { rows } = await sql<MergeMail>`
    select u.email, s.name, s.slug, o.done, o.failed
    from operations o join stores s on s.id = o.store_id join users u on u.id = o.user_id
    where o.id = ${operationId}`.execute(db);
  return rows[0] ?? null;
}

/** Whether a store syncs quantities. */
export async function syncsQuantities(db: Handle, storeId: number): Promise<boolean> {
  const { rows } = await sql<{ syncs: boolean }>`
    select can_sync_quantity as syncs from stores where id = ${storeId}`.execute(db);
  return rows[0]?.syncs ?? false;
}
