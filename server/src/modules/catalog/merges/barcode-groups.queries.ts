import { mostOfBarcode } from '@evenstock/contract/catalog/suggested-merges';
import { sql, type RawBuilder } from 'kysely';
import type { Handle } from '../../../platform/database/database.ts';

export interface SharedBarcode {
  readonly codes: readonly string[];
  readonly variant_ids: readonly number[];
}

type PagedBarcode = { readonly total_count: number } & (SharedBarcode | { readonly codes: null });

/**
 * Groups of SKUs that share barcodes, as a relation `groups` with `ids` and `codes`: SKUs that can be merged, unless all of them have one
 * code, by which they are suggested already. Lists are made of the few barcodes alone that several SKUs have.
 */
const groupsOf = (storeId: number): RawBuilder<unknown> => sql`
  repeated as (
    select key from variant_barcodes where store_id = ${storeId} group by key having count(*) > 1
  ), owned as materialized (
    select b.id as place, b.key, b.code, v.id, coalesce(v.sku, '') as sku
    from repeated join variant_barcodes b on b.store_id = ${storeId} and b.key = repeated.key
    left join variant_listings l on l.id = b.variant_listing_id and l.deleted_at is null
    left join variants s on s.id = b.variant_id
    join variants v on v.id = coalesce(l.variant_id, s.merged_into_id, s.id)
    where v.merged_into_id is null and v.live_listings > 0 and not v.is_set
  ), alike as (
    select key from owned group by key
    having min(id) < max(id) and (min(sku) < max(sku) or min(sku) = '')
  ), shared as (
    select key, (array_agg(code order by place))[1] as code, array_agg(distinct id order by id) as ids
    from owned where key in (select key from alike) group by key
    having count(distinct id) <= ${mostOfBarcode}
  ), groups as materialized (
    select ids, array_agg(code order by code) as codes from shared group by ids
  )`;

/** One page of suggestions by barcode, with how many there are. */
export async function readBarcodeGroups(
  db: Handle,
  storeId: number,
  page: { readonly perPage: number; readonly offset: number },
): Promise<{ readonly groups: readonly SharedBarcode[]; readonly totalCount: number }> {
  const { rows } = await sql<PagedBarcode>`
    with ${groupsOf(storeId)}
    select totals.total_count, page.codes, page.variant_ids
    from (select count(*)::integer as total_count from groups) totals
    left join (
      select g.codes, to_json(g.ids) as variant_ids from groups g
      order by g.codes limit ${page.perPage} offset ${page.offset}
    ) page on true
    order by page.codes`.execute(db);
  return {
    groups: rows.flatMap((row) => (row.codes === null ? [] : [row])),
    totalCount: rows[0]?.total_count ?? 0,
  };
}
