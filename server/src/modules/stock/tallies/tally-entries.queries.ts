import type { ScannedVariant } from '@evenstock/contract/stock/tallies';
import { barcodeKey, readBarcode } from '@evenstock/contract/values/barcodes';
import { sql, type RawBuilder } from 'kysely';
import type { Handle, Tx } from '../../../platform/database/database.ts';

/** The most SKUs that are named for one code. */
const MOST_CANDIDATES = 10;

/** A SKU `v` of the product `p` as scans name it. */
export const scannedVariant: RawBuilder<unknown> = sql`json_build_object('id', v.id, 'slug', v.slug, 'sku', v.sku,
  'full_product_name', v.full_product_name, 'product_slug', p.slug, 'is_set', v.is_set)`;

/**
 * The SKUs of a store that have each of these codes: as a barcode in any form of its number, or as the SKU of their own or of one of
 * their listings. Letters' case counts only where some SKU has the code in this case.
 */
export async function variantsOfCodes(
  db: Handle,
  storeId: number,
  codes: readonly string[],
): Promise<ReadonlyMap<string, readonly ScannedVariant[]>> {
  const unique = [...new Set(codes)];
  const found = new Map<string, ScannedVariant[]>(unique.map((code) => [code, []]));
  if (unique.length === 0) return found;
  const { rows } = await sql<{ code: string; variant: ScannedVariant }>`
    with asked as materialized (
      select * from unnest(${unique}::text[], ${unique.map((code) => barcodeKey(readBarcode(code)))}::text[]) as a(code, key)
    ), exact as materialized (
      select a.code, coalesce(l.variant_id, s.merged_into_id, s.id) as variant_id
      from asked a join variant_barcodes b on b.store_id = ${storeId} and b.key = a.key
      left join variant_listings l on l.id = b.variant_listing_id and l.deleted_at is null
      left join variants s on s.id = b.variant_id
      union
      select a.code, v.id from asked a
      join variants v on v.store_id = ${storeId} and v.merged_into_id is null and code_key(v.sku) = code_key(a.code)
      union
      select a.code, l.variant_id from asked a
      join variant_listings l on l.store_id = ${storeId} and l.deleted_at is null and l.sku = a.code
    ), matching as (
      select code, variant_id from exact where variant_id is not null
      union
      select a.code, v.id from asked a
      join variants v on v.store_id = ${storeId} and v.merged_into_id is null
        and v.search_text like '%' || replace(replace(replace(search_key(a.code), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'
        and search_key(v.sku) = search_key(a.code)
      where not exists (select from exact e where e.code = a.code and e.variant_id is not null)
    )
    select f.code, ${scannedVariant} as variant
    from (select *, row_number() over (partition by code order by variant_id) as place from matching) f
    join variants v on v.id = f.variant_id join products p on p.id = v.product_id
    where f.place <= ${MOST_CANDIDATES}
    order by f.code, v.full_product_name, v.id`.execute(db);
  for (const { code, variant } of rows) found.get(code)?.push(variant);
  return found;
}

/** SKUs of a store by the ids that were asked for; those that were merged away are the ones that they became. */
export async function variantsOfIds(
  db: Handle,
  storeId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ScannedVariant>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ asked: number; variant: ScannedVariant }>`
    select a.id as asked, ${scannedVariant} as variant from variants a
    join variants v on v.id = coalesce(a.merged_into_id, a.id) join products p on p.id = v.product_id
    where a.store_id = ${storeId} and a.id = any(${[...new Set(ids)]}::bigint[])`.execute(db);
  return new Map(rows.map(({ asked, variant }) => [asked, variant]));
}

/** An entry of a tally. */
export interface TallyEntry {
  readonly key: string;
  readonly code: string | null;
  readonly variantId: number | null;
  readonly units: number | null;
  readonly isTotal: boolean;
  readonly scannedAt: Date;
}

/** Inserts entries in their order. @returns the keys of those that were not there before */
export async function insertEntries(
  tx: Tx,
  into: { readonly storeId: number; readonly tallyId: number; readonly userId: number; readonly at: Date },
  entries: readonly TallyEntry[],
): Promise<readonly string[]> {
  if (entries.length === 0) return [];
  const rows = await tx
    .insertInto('stock_tally_entries')
    .values(
      entries.map((entry) => ({
        store_id: into.storeId,
        tally_id: into.tallyId,
        scan_key: entry.key,
        code: entry.code,
        variant_id: entry.variantId,
        units: entry.units,
        is_total: entry.isTotal,
        scanned_at: entry.scannedAt,
        user_id: into.userId,
        created_at: into.at,
      })),
    )
    .onConflict((conflict) => conflict.columns(['tally_id', 'scan_key']).doNothing())
    .returning('scan_key as key')
    .execute();
  return rows.map(({ key }) => key);
}

/** The keys of these that are recorded in a tally. */
export async function keysRecorded(
  tx: Tx,
  tallyId: number,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select scan_key as key from stock_tally_entries where tally_id = ${tallyId} and scan_key = any(${keys}::uuid[])`.execute(
    tx,
  );
  return new Set(rows.map(({ key }) => key));
}

/** The scans of a code that wait, as a condition. */
const waiting = sql`variant_id is null and dismissed_at is null`;

export interface WaitingCode {
  readonly code: string;
  readonly units: number;
}

/** The codes of a tally that wait, those that were scanned last first, and how many there are. */
export async function codesWaiting(
  db: Handle,
  tallyId: number,
  limit: number,
): Promise<{ readonly codes: readonly WaitingCode[]; readonly count: number }> {
  const { rows } = await sql<WaitingCode & { count: number }>`
    select code, sum(units)::integer as units, (count(*) over ())::integer as count from stock_tally_entries
    where tally_id = ${tallyId} and ${waiting}
    group by code order by max(id) desc limit ${limit}`.execute(db);
  return { codes: rows, count: rows[0]?.count ?? 0 };
}

/** Gives the waiting scans of a code their SKU. @returns whether any waited */
export async function chooseSku(tx: Tx, tallyId: number, code: string, variantId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update stock_tally_entries set variant_id = ${variantId}
    where tally_id = ${tallyId} and code = ${code} and ${waiting}`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Dismisses the waiting scans of a code. @returns whether any waited */
export async function dismissCode(tx: Tx, tallyId: number, code: string, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update stock_tally_entries set dismissed_at = ${at}
    where tally_id = ${tallyId} and code = ${code} and ${waiting}`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}
