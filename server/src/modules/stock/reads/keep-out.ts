import type { Interval } from '@evenstock/connectors/kit/paging';
import { announce } from '../../../api/live.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { saveStock } from '../ledger/save-stock.ts';
import { loadStock, lockVariantsOf } from '../ledger/variant-stock.queries.ts';
import type { ListingStock } from '../protocol/evaluate.rules.ts';
import { atOtherPlace, keptByMarketplace } from '../protocol/keeper.rules.ts';
import {
  listingsById,
  withListings,
  type StockedListing,
  type VariantStocks,
} from '../protocol/variant-stock.rules.ts';
import { dropAttempts, endUnbooked, markKept } from './holds.queries.ts';

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
  const { variantIds, stocks, listings } = await lockListings(tx, listingIds);
  const news = listings.filter(({ stock }) => stock.kept_since === null || stock.seller_since !== null);
  if (news.length === 0) return;
  await markKept(
    tx,
    news.map(({ id }) => id),
  );
  await beginAnew(tx, ctx, { variantIds, stocks, listings: news }, (stock) =>
    keptByMarketplace(stock, interval.began),
  );
}

/**
 * Has listings of a shop begin anew at other places of stock: what is not booked yet is dropped, and they are not written until their
 * number was read there. Quantities stay. Repeated, it begins anew again, which changes nothing more.
 * @param at on the channel's clock, after the last call for the places before
 */
export async function moveListings(ctx: Context, listingIds: readonly number[], at: Date): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const locked = await lockListings(tx, listingIds);
    await dropAttempts(
      tx,
      locked.listings.map(({ id }) => id),
    );
    await beginAnew(tx, ctx, locked, (stock) => atOtherPlace(stock, at, ctx.clock.now()));
  });
}

interface LockedListings {
  readonly variantIds: readonly number[];
  readonly stocks: VariantStocks;
  readonly listings: readonly StockedListing[];
}

async function lockListings(tx: Tx, listingIds: readonly number[]): Promise<LockedListings> {
  const variantIds = await lockVariantsOf(tx, listingIds);
  const stocks = await loadStock(tx, variantIds);
  const found = listingsById(stocks);
  return { variantIds, stocks, listings: listingIds.flatMap((id) => found.get(id)?.listing ?? []) };
}

async function beginAnew(
  tx: Tx,
  ctx: Context,
  { variantIds, stocks, listings }: LockedListings,
  anew: (stock: ListingStock) => ListingStock,
): Promise<void> {
  const at = ctx.clock.now();
  await endUnbooked(
    tx,
    listings.map(({ id }) => id),
    at,
  );
  const changed = listings.map((listing) => ({
    ...listing,
    stock: anew(listing.stock),
    unexplainedUnbookable: 0,
  }));
  await saveStock(tx, withListings(stocks, new Map(changed.map((listing) => [listing.id, listing]))), { at });
  for (const { storeId } of listings.slice(0, 1)) await announce(tx, storeId, 'variants', variantIds);
}
