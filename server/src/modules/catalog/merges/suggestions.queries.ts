import { sql, type RawBuilder } from 'kysely';
import type { Handle, Tx } from '../../../platform/database/database.ts';
import type { MergeGroup } from './automerge.queries.ts';
import { listingBriefs, variantColumns, type ListedVariant } from '../variants/variants.queries.ts';

/** A removed suggestion is kept separately, and never comes back. */
export type SuggestionKind = 'active' | 'removed';

type PagedGroup = { readonly total_count: number } & (MergeGroup | { readonly sku: null });

/** The condition of the index of SKUs that can be merged. */
const mergeable = sql`v.merged_into_id is null and v.live_listings > 0 and v.sku <> '' and not v.is_set`;

/** Groups of SKUs that share a code, as a relation with `sku` and `ids`. It is read from the index alone. */
function groupsOf(storeId: number, kind: SuggestionKind): RawBuilder<unknown> {
  if (kind === 'removed') {
    return sql`
      select r.sku, g.ids from removed_suggested_merges r
      cross join lateral (
        select array_agg(v.id order by v.id) as ids, count(*) as size from variants v
        where v.store_id = r.store_id and v.sku = r.sku and ${mergeable}
      ) g
      where r.store_id = ${storeId} and g.size > 1`;
  }
  return sql`
    select v.sku, array_agg(v.id order by v.id) as ids from variants v
    where v.store_id = ${storeId} and ${mergeable}
    group by v.sku having count(*) > 1 and not exists (
      select from removed_suggested_merges r where r.store_id = ${storeId} and r.sku = v.sku)`;
}

/** One page of suggestions by code, with how many there are. */
export function suggestionsPage(
  storeId: number,
  kind: SuggestionKind,
  page: { readonly perPage: number; readonly offset: number },
): RawBuilder<PagedGroup> {
  const groups = groupsOf(storeId, kind);
  return sql<PagedGroup>`
    select totals.total_count, page.sku, page.variant_ids
    from (select count(*)::integer as total_count from (${groups}) g) totals
    left join (
      select g.sku, to_json(g.ids) as variant_ids from (${groups}) g
      order by g.sku limit ${page.perPage} offset ${page.offset}
    ) page on true
    order by page.sku`;
}

export async function readSuggestionsPage(
  db: Handle,
  storeId: number,
  kind: SuggestionKind,
  page: { readonly perPage: number; readonly offset: number },
): Promise<{ readonly groups: readonly MergeGroup[]; readonly totalCount: number }> {
  const { rows } = await suggestionsPage(storeId, kind, page).execute(db);
  return {
    groups: rows.flatMap((row) => (row.sku === null ? [] : [row])),
    totalCount: rows[0]?.total_count ?? 0,
  };
}

/** The codes of suggestions in their order, up to a limit. */
export async function suggestedCodes(
  db: Handle,
  storeId: number,
  kind: SuggestionKind,
  most: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ sku: string }>`
    select g.sku from (${groupsOf(storeId, kind)}) g order by g.sku limit ${most}`.execute(db);
  return rows.map(({ sku }) => sku);
}

/** Counts the removed suggestions that could still be merged. */
export async function countRemoved(db: Handle, storeId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (${groupsOf(storeId, 'removed')}) g`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Removes suggestions.
 * @returns the codes that were removed now
 */
export async function removeSuggestions(
  tx: Tx,
  { storeId, skus, userId, at }: { storeId: number; skus: readonly string[]; userId: number; at: Date },
): Promise<readonly string[]> {
  const { rows } = await sql<{ sku: string }>`
    insert into removed_suggested_merges (store_id, sku, user_id, created_at)
    select ${storeId}, v.sku, ${userId}, ${at} from variants v
    where v.store_id = ${storeId} and v.sku = any(${skus}::text[]) and ${mergeable}
    group by v.sku having count(*) > 1
    order by v.sku
    on conflict do nothing returning sku`.execute(tx);
  return rows.map(({ sku }) => sku);
}

export interface SuggestedVariant extends ListedVariant {
  /** A shop's number was read, so the quantity is meaningful. */
  readonly is_counted: boolean;
}

/** The SKUs of groups, as the products list shows them, by id. */
export async function suggestedVariants(
  db: Handle,
  ids: readonly number[],
): Promise<ReadonlyMap<number, SuggestedVariant>> {
  const { rows } = await sql<SuggestedVariant>`
    select ${variantColumns}, listings.list as variant_listings,
      listings.kept_below,
      exists (select from variant_listings l join listing_stocks s on s.variant_listing_id = l.id
        where l.variant_id = v.id and s.counted_from is not null) as is_counted
    from variants v join products p on p.id = v.product_id
    ${listingBriefs}
    where v.id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
