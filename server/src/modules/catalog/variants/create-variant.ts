import type { Tx } from '../../../platform/database/database.ts';
import { slugFrom } from '../../../platform/text/slug.ts';
import { insertProduct, insertVariant, type NewProduct, type NewVariant } from './new-products.queries.ts';

/** Creates a SKU with quantity 0. Its slug ends with its id, so that slugs are unique. */
export function createVariant(tx: Tx, variant: NewVariant, at: Date): Promise<number> {
  const base = slugFrom(variant.fullProductName, 'variant');
  return insertVariant(tx, variant, base, at);
}

/** Creates a product without SKUs. Its slug ends with its id. */
export function createProduct(tx: Tx, product: NewProduct, at: Date): Promise<number> {
  const base = slugFrom(product.name, 'product');
  return insertProduct(tx, product, base, at);
}
