import { noEventTotals } from './epoch.rules.ts';
import type { ListingStock } from './evaluate.rules.ts';
import type { Epoch } from './observe.rules.ts';
import {
  unreadStock,
  type StockedListing,
  type VariantStock,
  type VariantStocks,
} from './variant-stock.rules.ts';

/** An instant in seconds. */
export const at = (seconds: number): Date => new Date(Date.UTC(2026, 0, 1) + seconds * 1000);

/** A listing whose baseline of 10 was read in the first second, in its own marketplace. */
export function listingOf(id: number, row: Partial<ListingStock> = {}): StockedListing {
  const stock: ListingStock = {
    ...unreadStock(id, 1, id),
    counted_from: at(0),
    counted_until: at(1),
    held: false,
    shop_quantity: 10,
    expected_quantity: 10,
    snapshot_from: at(0),
    snapshot_until: at(1),
    target: 10,
    send: 10,
    ...row,
  };
  return {
    id,
    storeId: 1,
    marketplaceId: id,
    channel: 'tiktok',
    oldAnswers: [],
    safety: 0,
    canSync: true,
    isDeactivated: false,
    isDeleted: false,
    forceZeroFrom: null,
    forceZeroTo: null,
    isZeroed: false,
    isRecovering: false,
    loaded: stock,
    stock,
    eventTotals: noEventTotals,
    unexplainedUnbookable: 0,
  };
}

/** A variant of quantity 10 with these listings. */
export function stocksOf(...listings: readonly StockedListing[]): VariantStocks {
  const variant: VariantStock = {
    variantId: 1,
    storeId: 1,
    quantity: 10,
    lowersBy: 0,
    safety: 0,
    lastUnits: null,
    isLimited: false,
    canSync: true,
    isOutOfSync: false,
    restockFrozenSince: null,
    mergedInto: null,
    madeOf: null,
    listings,
  };
  return new Map([[1, variant]]);
}

/** An epoch of a listing that began with 10, and its one read at a given second. */
export function epochOf(listingId: number, read: { measure: number; second: number } | null): Epoch {
  return {
    id: listingId * 10,
    listingId,
    value: { measure: 10, from: at(0), until: at(1) },
    bookable: true,
    isClosed: false,
    unexplained: read === null ? 0 : read.measure - 10,
    sure: read === null ? 0 : read.measure - 10,
    booked: 0,
    bookedNo: 0,
    joined: 0,
    joinedTo: null,
    bookAfter: read === null ? null : at(read.second + 60),
    reads:
      read === null
        ? []
        : [
            {
              measure: read.measure,
              from: at(read.second),
              until: at(read.second + 1),
              since: at(read.second),
            },
          ],
    events: [],
    before: [],
  };
}
