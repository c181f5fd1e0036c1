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

/** The barcodes of SKUs, each once, by the SKUs' ids and in the order in which they came. */
export async function barcodesOfVariants(
  db: Handle,
  variantIds: readonly number[],
): Promise<readonly VariantBarcode[]> {
  if (variantIds.length === 0) return [];
  const { rows } = await sql<VariantBarcode>`
    select found.variant_id, found.code, found.key
    from (
      select distinct on (a.id, b.key) a.id as variant_id, b.code, b.key, b.id
      from unnest(${variantIds}::bigint[]) a(id) cross join lateral ${barcodesOfVariant(sql`a.id`)} b
      order by a.id, b.key, b.id
    ) found
    order by found.variant_id, found.id`.execute(db);
  return rows;
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
