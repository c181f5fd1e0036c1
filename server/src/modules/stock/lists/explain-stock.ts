import type { Tx } from '../../../platform/database/database.ts';
import { unbookedEpochs } from '../ledger/epochs.queries.ts';
import { explainListing, type ExplainedStock } from './explain-stock.rules.ts';
import { readOneState, sumLedger } from '../ledger/stock.queries.ts';
import { readStock } from '../ledger/variant-stock.queries.ts';

/** A SKU's quantity as the sum of its entries, and what the numbers of its listings are made of, by listing. */
export interface ExplainedVariant {
  /** Of the SKU, in units. */
  readonly quantity: number;
  readonly ledger: { readonly entries: number; readonly sum: number };
  readonly listings: ReadonlyMap<number, ExplainedStock>;
}

/**
 * Explains the numbers of a SKU. From here on the transaction reads one state of the database, so that all terms are of one moment;
 * nothing may have been read in it before.
 * @returns null where there is no such SKU
 */
export async function explainStock(tx: Tx, variantId: number): Promise<ExplainedVariant | null> {
  await readOneState(tx);
  const variant = (await readStock(tx, [variantId])).get(variantId);
  if (variant === undefined) return null;
  const ledger = await sumLedger(tx, variantId);
  const epochs = await unbookedEpochs(
    tx,
    variant.listings.map(({ id }) => id),
  );
  const listings = variant.listings.map((listing) => {
    const own = epochs.filter(({ listingId }) => listingId === listing.id);
    return [listing.id, explainListing(variant, listing, own)] as const;
  });
  return { quantity: variant.quantity, ledger, listings: new Map(listings) };
}
