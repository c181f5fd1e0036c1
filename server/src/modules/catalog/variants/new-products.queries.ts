import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';

export interface NewVariant {
  readonly storeId: number;
  readonly productId: number;
  readonly name: string;
  readonly fullProductName: string;
  readonly sku: string | null;
}

/** Adds a SKU with quantity 0. @param base its slug is this and its id @returns its id */
export async function insertVariant(tx: Tx, variant: NewVariant, base: string, at: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into variants (id, store_id, product_id, slug, sku, name, full_product_name, search_text, created_at, updated_at)
    overriding system value
    select n.id, ${variant.storeId}::bigint, ${variant.productId}::bigint, ${base} || '-' || n.id, ${variant.sku}::text,
      ${variant.name}::text, ${variant.fullProductName}::text, search_key(${variant.fullProductName}), ${at}::timestamptz,
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

/** Adds a product without SKUs. @param base its slug is this and its id @returns its id */
export async function insertProduct(tx: Tx, product: NewProduct, base: string, at: Date): Promise<number> {
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
