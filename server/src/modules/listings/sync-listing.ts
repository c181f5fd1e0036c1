import { ChannelError } from '@evenstock/connectors/kit/errors';
import { message } from '@evenstock/contract/messages/message';
import type { ListingDetail } from '@evenstock/contract/catalog/product-listings';
import { invalid } from '../../api/routing.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { readRecords } from '../catalog/intake/read-listings.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { listingToActOn, requireOffered, type Caller, type ListingToActOn } from './listing-to-act-on.ts';
import { showListing } from './show-listing.ts';

/**
 * Reads a listing from its marketplace now.
 * @throws Refusal 404; 422 under 'product_listing' with what its marketplace answered
 */
export async function syncListing(caller: Caller, productListingId: number): Promise<ListingDetail> {
  const { ctx, store, actor } = caller;
  const listing = await listingToActOn(caller, productListingId);
  requireOffered(listing, 'sync');
  await read(caller, listing);
  await inTransaction(ctx.db, (tx) =>
    recordActivity(tx, {
      storeId: store.id,
      key: 'product_listing.pull',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'ProductListing', id: listing.id },
      at: ctx.clock.now(),
    }),
  );
  return showListing(caller, listing.id);
}

async function read({ ctx, store }: Caller, listing: ListingToActOn): Promise<void> {
  const scope = { storeId: store.id, marketplaceId: listing.marketplace_id };
  const { marketplace_name: marketplace, channel_item_id: itemId } = listing;
  try {
    const readings = await readRecords(ctx, scope, [itemId]);
    const reading = readings.get(itemId);
    if (reading?.outcome === 'unreadable') throw invalid('product_listing', reading.reason);
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    const reason = error.message;
    throw invalid('product_listing', message('listings.unreadable', { marketplace, reason }));
  }
}
