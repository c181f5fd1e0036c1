import type { SetPart } from '@evenstock/contract/catalog/sets';
import { sql, type RawBuilder } from 'kysely';
import type { Handle, Tx } from '../../../platform/database/database.ts';

/** A barcode in the forms that its row has. */
export interface BarcodeForms {
  readonly code: string;
  /** The same for all forms of one GTIN. */
  readonly key: string;
  /** Every form that a search finds it by. */
  readonly search_text: string;
}

/**
 * The barcodes of a SKU, as a relation: what its listings show, and what members entered for it or for a SKU that was merged into it.
 * Two of them may be the same code, of two sources.
 */
export const barcodesOfVariant = (variantId: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select b.* from variant_barcodes b where b.variant_id = ${variantId}
  union all
  select b.* from variants m join variant_barcodes b on b.variant_id = m.id where m.merged_into_id = ${variantId}
  union all
  select b.* from variant_listings l join variant_barcodes b on b.variant_listing_id = l.id
  where l.variant_id = ${variantId} and l.deleted_at is null)`;

export interface VariantBarcode {
  readonly variant_id: number;
  readonly code: string;
  readonly key: string;
}

/** The barcodes of SKUs, or of those that they became, each once, by the SKUs' ids and in the order in which they came. */
export async function barcodesOfVariants(
  db: Handle,
  variantIds: readonly number[],
): Promise<readonly VariantBarcode[]> {
  if (variantIds.length === 0) return [];
  const { rows } = await sql<VariantBarcode>`
    select found.variant_id, found.code, found.key
    from (
      select distinct on (a.id, b.key) a.id as variant_id, b.code, b.key, b.id
      from variants a cross join lateral ${barcodesOfVariant(sql`coalesce(a.merged_into_id, a.id)`)} b
      where a.id = any(${variantIds}::bigint[])
      order by a.id, b.key, b.id
    ) found
    order by found.variant_id, found.id`.execute(db);
  return rows;
}

export interface BarcodeSource {
  readonly code: string;
  readonly key: string;
  /** The listing that shows it; null: a member entered it. */
  readonly listing: {
    readonly id: number;
    readonly marketplace: { id: number; slug: string; name: string; channel: string };
  } | null;
}

/** Each barcode of a SKU, once for each of its sources. */
export async function barcodeSources(db: Handle, variantId: number): Promise<readonly BarcodeSource[]> {
  const { rows } = await sql<BarcodeSource>`
    select b.code, b.key, case when l.id is not null then json_build_object('id', l.id, 'marketplace',
      json_build_object('id', m.id, 'slug', m.slug, 'name', m.name, 'channel', m.channel)) end as listing
    from ${barcodesOfVariant(sql`${variantId}::bigint`)} b
    left join variant_listings l on l.id = b.variant_listing_id
    left join marketplaces m on m.id = l.marketplace_id
    order by b.id`.execute(db);
  return rows;
}

/** Another SKU that has a barcode. */
export interface BarcodeTwin {
  readonly key: string;
  readonly variant: SetPart['variant'];
}

/** The most of them that are named for one barcode. */
const MOST_TWINS = 10;

/** The other SKUs of a store that have one of these barcodes, by their names. */
export async function barcodeTwins(
  db: Handle,
  { storeId, variantId, keys }: { storeId: number; variantId: number; keys: readonly string[] },
): Promise<readonly BarcodeTwin[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<BarcodeTwin>`
    select k.key, json_build_object('id', v.id, 'slug', v.slug, 'sku', v.sku, 'full_product_name', v.full_product_name,
      'product', json_build_object('slug', p.slug)) as variant
    from unnest(${keys}::text[]) k(key)
    cross join lateral (
      select o.id, o.slug, o.sku, o.full_product_name, o.product_id from variants o
      where o.id in (
        select coalesce(l.variant_id, s.merged_into_id, s.id)
        from variant_barcodes b
        left join variant_listings l on l.id = b.variant_listing_id and l.deleted_at is null
        left join variants s on s.id = b.variant_id
        where b.store_id = ${storeId} and b.key = k.key
      ) and o.id <> ${variantId}
      order by o.full_product_name, o.id limit ${MOST_TWINS}
    ) v
    join products p on p.id = v.product_id
    order by k.key, v.full_product_name, v.id`.execute(db);
  return rows;
}

/** Adds what members entered for a SKU. */
export async function enterBarcodes(
  tx: Tx,
  { storeId, variantId }: { readonly storeId: number; readonly variantId: number },
  barcodes: readonly BarcodeForms[],
  at: Date,
): Promise<void> {
  if (barcodes.length === 0) return;
  await tx
    .insertInto('variant_barcodes')
    .values(barcodes.map((forms) => ({ ...forms, store_id: storeId, variant_id: variantId, created_at: at })))
    .onConflict((conflict) => conflict.columns(['variant_id', 'key']).doNothing())
    .execute();
}

/** Takes away what members entered for a SKU, or for one that was merged into it. */
export async function takeBarcodesAway(tx: Tx, variantId: number, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    delete from variant_barcodes b
    where b.key = any(${keys}::text[]) and b.variant_id in (
      select v.id from variants v where v.id = ${variantId} or v.merged_into_id = ${variantId})`.execute(tx);
}

/** Replaces what listings show. Those that are not among these rows keep theirs. */
export async function replaceListingBarcodes(
  tx: Tx,
  scope: { readonly storeId: number; readonly marketplaceId: number },
  listings: readonly {
    readonly channel_item_id: string;
    readonly channel_variant_id: string;
    readonly barcodes: readonly BarcodeForms[];
  }[],
  at: Date,
): Promise<void> {
  if (listings.length === 0) return;
  const given = sql`
    json_to_recordset(${JSON.stringify(listings)}::json) as x(channel_item_id text, channel_variant_id text, barcodes json)
    join variant_listings l on l.marketplace_id = ${scope.marketplaceId} and l.channel_item_id = x.channel_item_id
      and l.channel_variant_id = x.channel_variant_id`;
  await sql`
    delete from variant_barcodes b using ${given}
    where b.variant_listing_id = l.id and not exists (
      select from json_to_recordset(x.barcodes) as n(code text) where n.code = b.code)`.execute(tx);
  await sql`
    insert into variant_barcodes (store_id, variant_listing_id, code, key, search_text, created_at)
    select ${scope.storeId}, l.id, n.code, n.key, n.search_text, ${at}
    from ${given} cross join lateral json_to_recordset(x.barcodes) as n(code text, key text, search_text text)
    on conflict (variant_listing_id, key) do nothing`.execute(tx);
}
