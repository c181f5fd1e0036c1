import type { Handle, Tx } from '../../../platform/database/database.ts';
import { epochsReadSince } from '../ledger/epochs.queries.ts';
import { variantOf } from '../ledger/variant-stock.queries.ts';
import { putBackEvents, risesSince, shownAgain, type ShopRises } from './put-back.rules.ts';

export { putBackEvents, shownAgain, type ShopRises };

/**
 * What a listing's shop has shown more since an instant, in its own numbers. Epochs that ended more than two days ago are gone.
 * @param since on the channel's clock
 */
export async function risesAtShop(db: Handle, listingId: number, since: Date): Promise<ShopRises> {
  return risesSince(await epochsReadSince(db, listingId, since), since);
}

/** The SKU that a listing belongs to now. */
export const skuOfListing = (tx: Tx, listingId: number): Promise<number> => variantOf(tx, listingId);
