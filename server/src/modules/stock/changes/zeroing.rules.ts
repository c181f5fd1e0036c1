import { englishOf } from '@evenstock/contract/messages/english';
import { fromChannel, message, type MessageOnWire } from '@evenstock/contract/messages/message';
import type { ZeroingStatus } from './zeroing.queries.ts';

/** A marketplace that has not answered for this long is deactivated with its listings as they are. */
const PATIENCE_MS = 1_800_000;

export function giveUpAt(askedAt: Date): Date {
  return new Date(askedAt.getTime() + PATIENCE_MS);
}

/** A listing that could not be set to 0, as members see it. */
export interface LeftOverListing {
  readonly listing_id: number;
  readonly name: string;
  readonly sku: string | null;
  readonly reason: string;
  readonly reason_messages: readonly MessageOnWire[];
}

/**
 * The reason why a listing does not show 0; null while its push may still be acknowledged.
 * @param isOver the time for pushes is over
 */
export function leftOverOf(listing: ZeroingStatus, isOver: boolean): LeftOverListing | null {
  const reason = reasonOf(listing, isOver);
  if (reason === null) return null;
  const { listing_id, name, sku } = listing;
  return { listing_id, name, sku, reason: englishOf(reason), reason_messages: reason };
}

function reasonOf(listing: ZeroingStatus, isOver: boolean): readonly MessageOnWire[] | null {
  if (!listing.isCounted) return [message('stock.never_read')];
  if (listing.isWritten) return [message('stock.campaign_keeps', { reserved: listing.reserved })];
  if (listing.refusal !== null) return listing.refusalMessages ?? [fromChannel(listing.refusal)];
  return isOver ? [message('stock.not_taken_in_time')] : null;
}
