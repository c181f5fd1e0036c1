import type { ChannelKind } from '@evenstock/contract/channels';
import type { EventSums } from './epoch.rules.ts';
import { evaluateListing, type ListingStock, type Verdict } from './evaluate.rules.ts';

/** A variant with all its listings, as one transaction holds and changes it. */
export interface Shelf {
  readonly variantId: number;
  readonly storeId: number;
  quantity: number;
  /** The marketplaces' own maxima limit what is pushed. */
  readonly isLimited: boolean;
  readonly canSync: boolean;
  readonly wasOutOfSync: boolean;
  isOutOfSync: boolean;
  /** Since when cancelled units are not given back; null: they are. */
  readonly restockFrozenSince: Date | null;
  /** Merged away meanwhile: what it became. */
  readonly mergedInto: number | null;
  readonly listings: ShelfListing[];
}

export interface ShelfListing {
  readonly id: number;
  readonly storeId: number;
  readonly marketplaceId: number;
  readonly channel: ChannelKind;
  readonly isDeleted: boolean;
  readonly forceZeroFrom: Date | null;
  readonly forceZeroTo: Date | null;
  /** Its shop is being left, or was, with its listings set to 0. */
  readonly isZeroed: boolean;
  /** As it stands in the table; null where it has no row yet. */
  readonly loaded: ListingStock | null;
  stock: ListingStock;
  /** Events after the last snapshot. */
  sums: EventSums;
  /** What the open epoch cannot explain although nothing of it may be booked. */
  odd: number;
  verdict: Verdict | null;
}

export function isForced(listing: ShelfListing, now: Date): boolean {
  const { forceZeroFrom, forceZeroTo } = listing;
  if (listing.isZeroed) return true;
  if (forceZeroFrom === null || forceZeroFrom > now) return false;
  return forceZeroTo === null || forceZeroTo > now;
}

/**
 * Decides anew what each listing of a variant should show and whether it must be written.
 * @param ownLease the lease under which this happens, where nothing was sent yet
 */
export function evaluateShelf(shelf: Shelf, now: Date, ownLease: string | null): void {
  const live = shelf.listings.filter((listing) => !listing.isDeleted);
  const short = live.reduce((sum, { stock }) => sum + Math.min(0, stock.pending), 0);
  for (const listing of live) {
    const around = {
      quantity: shelf.quantity,
      forced: isForced(listing, now),
      cap: shelf.isLimited ? listing.stock.maximum : null,
      reserved: listing.stock.reserved,
      shortElsewhere: short - Math.min(0, listing.stock.pending),
      sums: listing.sums,
      odd: listing.odd,
      ownLease,
    };
    const { stock, verdict } = evaluateListing(listing.stock, around, now);
    listing.stock = stock;
    listing.verdict = verdict;
  }
  shelf.isOutOfSync = live.some(({ stock }) => stock.flag === 'out_of_sync' || stock.flag === 'rejected');
}

/** The row of a listing that was never read: nothing is known, nothing is written. */
export function uncounted(id: number, storeId: number, marketplaceId: number): ListingStock {
  return {
    variant_listing_id: id,
    store_id: storeId,
    marketplace_id: marketplaceId,
    target: 0,
    send: 0,
    transformed: false,
    forced: false,
    target_rev: 0,
    acked_rev: 0,
    due_since: null,
    lease_token: null,
    lease_until: null,
    attempt_id: null,
    quarantine_until: null,
    verify_at: null,
    retry_at: null,
    failures: 0,
    counted_from: null,
    counted_until: null,
    held: true,
    hold_since: null,
    hold_read_at: null,
    reserved: 0,
    maximum: null,
    shop_quantity: null,
    snapshot_from: null,
    snapshot_until: null,
    read_quantity: null,
    read_at: null,
    sent_quantity: null,
    sent_at: null,
    acked_quantity: null,
    acked_at: null,
    pending: 0,
    flag: null,
    flag_reason: null,
    flagged_at: null,
  };
}

/** The columns of a listing's row, as they are written back. */
export const stockColumns: readonly (keyof ListingStock)[] = [
  'variant_listing_id',
  'store_id',
  'marketplace_id',
  'target',
  'send',
  'transformed',
  'forced',
  'target_rev',
  'acked_rev',
  'due_since',
  'lease_token',
  'lease_until',
  'attempt_id',
  'quarantine_until',
  'verify_at',
  'retry_at',
  'failures',
  'counted_from',
  'counted_until',
  'held',
  'hold_since',
  'hold_read_at',
  'reserved',
  'maximum',
  'shop_quantity',
  'snapshot_from',
  'snapshot_until',
  'read_quantity',
  'read_at',
  'sent_quantity',
  'sent_at',
  'acked_quantity',
  'acked_at',
  'pending',
  'flag',
  'flag_reason',
  'flagged_at',
];
