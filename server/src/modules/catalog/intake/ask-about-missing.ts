import { ChannelError } from '@evenstock/connectors/kit/errors';
import type { Context } from '../../../context.ts';
import { followMadeAnew } from './follow-made-anew.ts';
import { readListings } from './read-listings.ts';
import { itemsOfListings, missingItems } from './record-listings.queries.ts';
import type { ListingScope } from './record-listings.ts';

/** The most listings that one job asks about; the next sweep asks about the others. */
const MOST_ASKED = 200;

/**
 * Asks the marketplace again about listings that it answered to be missing, each alone. One that cannot be asked about stays, and stops
 * no other.
 */
export async function askAboutMissing(ctx: Context, scope: ListingScope): Promise<void> {
  await askAboutEach(ctx, scope, await missingItems(ctx.db, scope.marketplaceId, MOST_ASKED));
}

/** Asks the marketplace in the same way about listings that may not be there: it refuses their quantity, or did not answer for them. */
export async function askAboutDoubtful(
  ctx: Context,
  { listingIds, ...scope }: ListingScope & { readonly listingIds: readonly number[] },
): Promise<void> {
  await askAboutEach(ctx, scope, await itemsOfListings(ctx.db, listingIds, MOST_ASKED));
}

async function askAboutEach(ctx: Context, scope: ListingScope, itemIds: readonly string[]): Promise<void> {
  for (const itemId of itemIds) {
    try {
      await readListings(ctx, scope, [itemId], 'background');
    } catch (error) {
      if (!(error instanceof ChannelError)) throw error;
      ctx.log.warn(
        { marketplace: scope.marketplaceId, item: itemId, reason: error.message },
        'A listing that may be missing could not be asked about.',
      );
    }
  }
  await followMadeAnew(ctx, scope);
}
