import type { ZeroStanding } from './zeroing.queries.ts';

/** A marketplace that does not answer for so long is left all the same. */
const PATIENCE_MS = 1_800_000;

export function giveUpAt(askedAt: Date): Date {
  return new Date(askedAt.getTime() + PATIENCE_MS);
}

/** A listing that cannot be set to 0, as its member is told of it. */
export interface LeftOverListing {
  readonly listing_id: number;
  readonly name: string;
  readonly sku: string | null;
  readonly reason: string;
}

/**
 * What is told of a listing that does not show 0: null while its write may still be taken.
 * @param isOver nobody waits any longer
 */
export function leftOverOf(listing: ZeroStanding, isOver: boolean): LeftOverListing | null {
  const reason = reasonOf(listing, isOver);
  if (reason === null) return null;
  const { listing_id, name, sku } = listing;
  return { listing_id, name, sku, reason };
}

function reasonOf(listing: ZeroStanding, isOver: boolean): string | null {
  if (!listing.isCounted) {
    return 'Its stock was never read, so it was left as it is. Set it to 0 in the marketplace’s seller centre.';
  }
  if (listing.isWritten) {
    return `A campaign on the marketplace holds ${String(listing.reserved)}: these stay on sale. End the campaign in its seller centre, then set it to 0 there.`;
  }
  if (listing.refusal !== null) return listing.refusal;
  return isOver
    ? 'The marketplace did not take it in time. Set it to 0 in the marketplace’s seller centre.'
    : null;
}
