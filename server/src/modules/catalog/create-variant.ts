import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import { slugFrom } from '../../platform/slug.ts';

export interface NewVariant {
  readonly storeId: number;
  readonly productId: number;
  readonly name: string;
  readonly fullProductName: string;
  readonly sku: string | null;
}

/** Creates a SKU with quantity 0. Its slug ends with its id, so that no two ever want the same. */
export async function createVariant(tx: Tx, variant: NewVariant, at: Date): Promise<number> {
  const base = slugFrom(variant.fullProductName, 'variant');
  const { rows } = await sql<{ id: number }>`
    insert into variants (id, store_id, product_id, slug, sku, name, full_product_name, search_text, created_at, updated_at)
    overriding system value
    select n.id, ${variant.storeId}::bigint, ${variant.productId}::bigint, ${base} || '-' || n.id, ${variant.sku}::text,
      ${variant.name}::text, ${variant.fullProductName}::text, ${variant.fullProductName}::text, ${at}::timestamptz,
      ${at}::timestamptz
    from (select nextval(pg_get_serial_sequence('variants', 'id')) as id) n
    returning id`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('A variant was not created.');
  return row.id;
}

export interface NewProduct {
  readonly storeId: number;
  readonly name: string;
  readonly imageUrl: string | null;
}

/** Creates a product without SKUs. Its slug ends with its id. */
export async function createProduct(tx: Tx, product: NewProduct, at: Date): Promise<number> {
  const base = slugFrom(product.name, 'product');
  const { rows } = await sql<{ id: number }>`
    insert into products (id, store_id, slug, name, image_url, created_at, updated_at)
    overriding system value
    select n.id, ${product.storeId}::bigint, ${base} || '-' || n.id, ${product.name}::text, ${product.imageUrl}::text,
      ${at}::timestamptz, ${at}::timestamptz
    from (select nextval(pg_get_serial_sequence('products', 'id')) as id) n
    returning id`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('A product was not created.');
  return row.id;
}
