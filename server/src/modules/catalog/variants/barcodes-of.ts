import type { Handle } from '../../../platform/database/database.ts';
import { barcodesOfVariants } from './barcodes.queries.ts';

/** A barcode, and what a scanned code is compared by: `barcodeKey(readBarcode(scanned))`. */
export interface Scannable {
  readonly code: string;
  /** One for all forms of a GTIN. */
  readonly key: string;
}

/**
 * The barcodes of SKUs: what their listings show and what members entered, each once. Of a SKU that was merged away they are those of the
 * one that it became.
 */
export async function barcodesOf(
  db: Handle,
  variantIds: readonly number[],
): Promise<ReadonlyMap<number, readonly Scannable[]>> {
  const byVariant = new Map<number, Scannable[]>(variantIds.map((id) => [id, []]));
  for (const { variant_id: id, code, key } of await barcodesOfVariants(db, [...byVariant.keys()]))
    byVariant.get(id)?.push({ code, key });
  return byVariant;
}
