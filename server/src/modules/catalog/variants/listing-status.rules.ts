import type { ListingStatus } from '@evenstock/connectors/kit/connector';
import type { listingState, overallState } from '@evenstock/contract/catalog/listings';
import type { productListing } from '@evenstock/contract/catalog/products';
import type { z } from 'zod';

type ListingState = z.infer<typeof listingState>;
type OverallState = z.infer<typeof overallState>;

/** Whether a listing is offered for sale: by its own status, or by its item's if that is more restrictive. */
export function stateOfListing(status: ListingStatus, item: ListingStatus = 'normal'): ListingState {
  if (status === 'deleted' || item === 'deleted') return 'deleted';
  return status === 'normal' && item === 'normal' ? 'live' : 'inactive';
}

export interface ListingStatuses {
  readonly status: ListingStatus;
  readonly state: ListingState;
  readonly deletedAt: Date | null;
}

const isActive = (listing: ListingStatuses): boolean =>
  listing.status === 'normal' && listing.state === 'live' && listing.deletedAt === null;

export type TrackState = z.infer<typeof productListing>['track_state'];

/** Whether a listing's marketplace is authorised, so that it is read there. */
export function trackStateOf(marketplaceState: string): TrackState {
  return marketplaceState === 'verified' ? 'active' : 'inactive';
}

/** Active only when the listing is tracked, and it and the item that it belongs to are both for sale and not deleted. */
export function overallStateOf(
  listing: ListingStatuses,
  item: ListingStatuses | null,
  trackState: TrackState,
): OverallState {
  const isWhole = isActive(listing) && (item === null || isActive(item));
  return isWhole && trackState === 'active' ? 'Active' : 'Inactive';
}

const activeWords: ReadonlySet<string> = new Set([
  'normal',
  'approved',
  'active',
  'buyable',
  'live',
  'enabled',
  'activate',
  'discoverable',
  's2',
  'model_normal',
]);

/**
 * Whether the marketplace's own status of a listing means that it is on sale. Letter case does not matter; an unknown status reads
 * Inactive, and so does a negative number or a deleted listing. No status at all reads as on sale.
 */
export function readsActive(rawStatus: string | null, deletedAt: Date | null): boolean {
  if (deletedAt !== null) return false;
  const word = (rawStatus ?? '').trim().toLowerCase();
  if (word === '') return true;
  const number = Number(word);
  return Number.isNaN(number) ? activeWords.has(word) : number >= 0;
}
