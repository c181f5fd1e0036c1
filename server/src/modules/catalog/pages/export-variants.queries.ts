import { sql, type RawBuilder } from 'kysely';
import type { Handle } from '../../../platform/database/database.ts';
import { barcodesOfVariant } from '../variants/barcodes.queries.ts';
import { conditionsOf, type VariantFilter } from '../variants/variants.queries.ts';

export interface ExportedVariant {
  readonly id: number;
  /** The SKU that it was merged into, or itself. */
  readonly currentId: number;
  readonly sku: string | null;
  readonly product: string;
  readonly variant: string;
  /** The code; of a merged SKU it is the one of the SKU that it was merged into. */
  readonly quantity: number;
  /** Names of the marketplaces that list it. */
  readonly marketplaces: string;
  /** Its quantity is what its parts allow. */
  readonly isSet: boolean;
  /** Each barcode, once for each of its sources: the marketplace whose listing shows it; null: a member entered it. */
  readonly barcodes: readonly {
    readonly code: string;
    readonly key: string;
    readonly shown_by: string | null;
  }[];
}

export type VariantChoice =
  | { readonly filter: VariantFilter }
  | { readonly storeId: number; readonly skus: readonly string[]; readonly isExact: boolean }
  | { readonly storeId: number; readonly ids: readonly number[] };

const pattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

function chosen(choice: VariantChoice): RawBuilder<unknown> {
  if ('filter' in choice) return conditionsOf(choice.filter);
  const own = sql`v.store_id = ${choice.storeId} and v.merged_into_id is null`;
  if ('ids' in choice) return sql`${own} and v.id = any(${[...choice.ids]})`;
  const coded = choice.isExact
    ? sql`v.sku = any(${[...choice.skus]})`
    : sql`v.sku ilike any(${choice.skus.map(pattern)})`;
  return sql`${own} and ${coded}`;
}

export async function countVariants(db: Handle, choice: VariantChoice): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from variants v where ${chosen(choice)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** SKUs of a condition on a relation `v`, by id. */
async function exported(db: Handle, page: RawBuilder<unknown>): Promise<readonly ExportedVariant[]> {
  const { rows } = await sql<ExportedVariant>`
    select v.id, became.id as "currentId", v.sku, p.name as product, v.name as variant, became.quantity, became.is_set as "isSet",
      coalesce(shops.names, '') as marketplaces, coalesce(codes.list, '[]') as barcodes
    from (${page}) page
    join variants v on v.id = page.id
    join variants became on became.id = coalesce(v.merged_into_id, v.id)
    join products p on p.id = v.product_id
    left join lateral (
      select string_agg(distinct m.name, ', ' order by m.name) as names
      from variant_listings l join marketplaces m on m.id = l.marketplace_id
      where l.variant_id = v.id and l.deleted_at is null
    ) shops on true
    left join lateral (
      select json_agg(json_build_object('code', b.code, 'key', b.key, 'shown_by', m.name) order by b.id) as list
      from ${barcodesOfVariant(sql`became.id`)} b
      left join variant_listings l on l.id = b.variant_listing_id
      left join marketplaces m on m.id = l.marketplace_id
    ) codes on true
    order by v.id`.execute(db);
  return rows;
}

/** The next SKUs of a choice, by id. */
export const variantsAfter = (
  db: Handle,
  choice: VariantChoice,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly ExportedVariant[]> =>
  exported(
    db,
    sql`select v.id from variants v where ${chosen(choice)} and v.id > ${after} order by v.id limit ${limit}`,
  );

/** SKUs of a store with these ids, also those that were merged into others. */
export const variantsById = (
  db: Handle,
  storeId: number,
  ids: readonly number[],
): Promise<readonly ExportedVariant[]> =>
  exported(db, sql`select v.id from variants v where v.store_id = ${storeId} and v.id = any(${[...ids]})`);

/** SKUs of a store whose codes are compared as these, see `codeKey`. */
export const variantsByCode = (
  db: Handle,
  storeId: number,
  keys: readonly string[],
): Promise<readonly ExportedVariant[]> =>
  exported(
    db,
    sql`select v.id from variants v
      where v.store_id = ${storeId} and v.merged_into_id is null and code_key(v.sku) = any(${[...keys]})`,
  );

export interface PicturedVariant {
  /** The id that was asked for: the SKU may have become another one. */
  readonly asked: number;
  readonly variant: {
    readonly id: number;
    readonly slug: string;
    readonly sku: string | null;
    readonly full_product_name: string;
    readonly image_url: string | null;
  };
}

/** SKUs with their names and pictures; those that were merged away are the ones that they became. */
export async function picturedVariants(
  db: Handle,
  ids: readonly number[],
): Promise<readonly PicturedVariant[]> {
  const { rows } = await sql<PicturedVariant>`
    select a.id as asked, json_build_object('id', v.id, 'slug', v.slug, 'sku', v.sku,
      'full_product_name', v.full_product_name, 'image_url', p.image_url) as variant
    from variants a join variants v on v.id = coalesce(a.merged_into_id, a.id) join products p on p.id = v.product_id
    where a.id = any(${[...ids]}::bigint[])`.execute(db);
  return rows;
}
