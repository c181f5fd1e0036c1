import type { Interval } from '@evenstock/connectors/kit/paging';
import { announce } from '../../../api/live.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { saveStock } from '../ledger/save-stock.ts';
import { loadStock, lockVariantsOf } from '../ledger/variant-stock.queries.ts';
import { keptByMarketplace } from '../protocol/keeper.rules.ts';
import { listingsById, withListings } from '../protocol/variant-stock.rules.ts';
import { endUnbooked, markKept } from './holds.queries.ts';

/** Listings of one transaction: a lock of their variants is short. */
const CHUNK = 100;

/**
 * Takes listings out of the stock protocol whose units the marketplace keeps, as its answer says: differences that are not booked yet
 * are dropped, and they are not written until they are the seller's again. It is idempotent.
 * @param interval the read that told it, on the channel's clock
 */
export async function keepOut(
  ctx: Context,
  listingIds: readonly number[],
  interval: Interval,
): Promise<void> {
  for (let start = 0; start < listingIds.length; start += CHUNK) {
    const chunk = listingIds.slice(start, start + CHUNK);
    await inTransaction(ctx.db, (tx) => keepChunkOut(tx, ctx, chunk, interval));
  }
}

async function keepChunkOut(
  tx: Tx,
  ctx: Context,
  listingIds: readonly number[],
  interval: Interval,
): Promise<void> {
  const at = ctx.clock.now();
  const variantIds = await lockVariantsOf(tx, listingIds);
  const stocks = await loadStock(tx, variantIds);
  const listings = listingsById(stocks);
  const news = listingIds.flatMap((id) => {
    const listing = listings.get(id)?.listing;
    const isKnown = listing?.stock.kept_since != null && listing.stock.seller_since === null;
    return listing === undefined || isKnown ? [] : [listing];
  });
  if (news.length === 0) return;
  const ids = news.map(({ id }) => id);
  await endUnbooked(tx, ids, at);
  await markKept(tx, ids);
  const changed = news.map((listing) => ({
    ...listing,
    stock: keptByMarketplace(listing.stock, interval.began),
    unexplainedUnbookable: 0,
  }));
  await saveStock(tx, withListings(stocks, new Map(changed.map((listing) => [listing.id, listing]))), { at });
  for (const { storeId } of news.slice(0, 1)) await announce(tx, storeId, 'variants', variantIds);
}
