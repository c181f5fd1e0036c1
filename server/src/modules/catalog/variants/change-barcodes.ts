import { message } from '@evenstock/contract/messages/message';
import { barcodeKey, mostBarcodes } from '@evenstock/contract/values/barcodes';
import type { VariantBarcode } from '@evenstock/contract/catalog/barcodes';
import type { Handle, Tx } from '../../../platform/database/database.ts';
import { invalid } from '../../../api/routing.ts';
import { changedBarcodes, describeBarcodes } from './barcodes.rules.ts';
import { barcodeSources, barcodeTwins, enterBarcodes, takeBarcodesAway } from './barcodes.queries.ts';

export interface BarcodeChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** What members entered for a SKU before and after a change, as its activity names it. */
export interface EnteredBarcodes {
  readonly before: string;
  readonly after: string;
}

/**
 * Adds and takes away barcodes of a SKU that members enter. The caller has locked the SKU, and refreshes it.
 * @returns null where nothing changes
 * @throws Refusal 422 for too many, and for taking away one that a listing shows
 */
export async function changeBarcodes(
  tx: Tx,
  sku: { readonly storeId: number; readonly variantId: number },
  { add, remove }: BarcodeChange,
  at: Date,
): Promise<EnteredBarcodes | null> {
  if (add.length === 0 && remove.length === 0) return null;
  const sources = await barcodeSources(tx, sku.variantId);
  const entered = sources.filter(({ listing }) => listing === null).map(({ code }) => code);
  const { added, removed, after } = changedBarcodes(entered, { add, remove });
  for (const code of remove) {
    const key = barcodeKey(code);
    const shown = sources.filter((source) => source.key === key && source.listing !== null);
    if (shown.length === 0 || removed.includes(key)) continue;
    const listings = [...new Set(shown.flatMap(({ listing }) => listing?.marketplace.name ?? []))].join(', ');
    throw invalid('remove_barcodes', message('catalog.barcode_shown', { code, listings }));
  }
  if (after.length > mostBarcodes && added.length > 0)
    throw invalid('add_barcodes', message('catalog.barcodes_too_many', { most: mostBarcodes }));
  if (added.length === 0 && removed.length === 0) return null;
  await takeBarcodesAway(tx, sku.variantId, removed);
  await enterBarcodes(tx, sku, added, at);
  return { before: entered.join(', '), after: after.join(', ') };
}

/** The barcodes of a SKU as its page shows them. */
export async function showBarcodes(
  db: Handle,
  storeId: number,
  variantId: number,
): Promise<VariantBarcode[]> {
  const sources = await barcodeSources(db, variantId);
  const keys = [...new Set(sources.map(({ key }) => key))];
  return describeBarcodes(sources, await barcodeTwins(db, { storeId, variantId, keys }));
}
