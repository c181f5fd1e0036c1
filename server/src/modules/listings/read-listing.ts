import type { Urgency } from '@evenstock/connectors/kit/rate-limit';
import type { Context } from '../../context.ts';
import { readListings } from '../catalog/intake/read-listings.ts';
import { findItem } from './listings.queries.ts';

/**
 * Reads one listing from its marketplace and records it. If the marketplace is not authorised, nothing is read.
 * @throws ChannelError
 */
export async function readListing(ctx: Context, productListingId: number, urgency: Urgency): Promise<void> {
  const item = await findItem(ctx.db, productListingId);
  if (item?.isVerified !== true) return;
  await readListings(ctx, item, [item.channelItemId], urgency);
}
