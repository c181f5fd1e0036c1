import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { announce } from '../../../api/live.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { isBaselineInDoubt } from '../protocol/first-count.rules.ts';
import { closeUnbooked, holdListings, shopsOf, variantsAfter } from './holds.queries.ts';
import { saveStock } from '../ledger/save-stock.ts';
import { pollPastHoldsJob, pollPastHoldsKey, verifyReadsJob, verifyReadsKey } from '../ledger/stock.jobs.ts';
import { loadStock, lockVariants } from '../ledger/variant-stock.queries.ts';
import { listingsById, withListings, withPending } from '../protocol/variant-stock.rules.ts';

/** Variants of one transaction. */
const CHUNK = 50;

/** The listings of a shop; without one, of all shops of the store. */
interface Whose {
  readonly storeId: number;
  readonly marketplaceId: number | null;
}

const shopsIn = async (ctx: Context, { storeId, marketplaceId }: Whose): Promise<readonly number[]> =>
  marketplaceId === null ? await shopsOf(ctx.db, storeId) : [marketplaceId];

/**
 * Holds listings after a shop was connected again or a backup was restored: no push that raises until the listing was read and its
 * orders were polled past that read. Both are begun at once.
 */
export async function holdUntilRead(ctx: Context, whose: Whose): Promise<void> {
  const { storeId } = whose;
  const shops = await shopsIn(ctx, whose);
  await inTransaction(ctx.db, async (tx) => {
    for (const shop of shops) await holdListings(tx, { marketplaceId: shop }, ctx.clock.now());
    await beginRelease(tx, storeId, shops);
  });
}

/** Holds single listings, in the caller's transaction, until each was read and its orders were polled past that read. */
export async function holdSingle(tx: Tx, listingIds: readonly number[], at: Date): Promise<void> {
  await holdListings(tx, { listingIds }, at);
}

async function beginRelease(tx: Tx, storeId: number, shops: readonly number[]): Promise<void> {
  for (const marketplaceId of shops) {
    await enqueue(tx, verifyReadsJob, { marketplaceId }, { key: verifyReadsKey(marketplaceId) });
    await enqueue(tx, pollPastHoldsJob, { marketplaceId }, { key: pollPastHoldsKey(marketplaceId) });
  }
  await announce(tx, storeId, 'variants', []);
}

/**
 * Begins the stock of a store, or of one of its shops, anew after its sync was switched: what was seen in a time without sync is never booked. The epochs end,
 * the listings are held, and the first read of each begins a new epoch. One whose baseline is in doubt is counted again first.
 */
export async function restartEpochs(ctx: Context, whose: Whose): Promise<void> {
  const { storeId, marketplaceId } = whose;
  for (let last = 0; ;) {
    const variants = await variantsAfter(ctx.db, whose, last, CHUNK);
    if (variants.length > 0) await inTransaction(ctx.db, (tx) => holdAnew(tx, ctx, variants, marketplaceId));
    if (variants.length < CHUNK) break;
    last = variants.at(-1) ?? last;
  }
  const shops = await shopsIn(ctx, whose);
  await inTransaction(ctx.db, (tx) => beginRelease(tx, storeId, shops));
}

async function holdAnew(
  tx: Tx,
  ctx: Context,
  variantIds: readonly number[],
  marketplaceId: number | null,
): Promise<void> {
  const at = ctx.clock.now();
  const locked = await lockVariants(tx, variantIds);
  await holdListings(tx, { variantIds: locked, marketplaceId }, at);
  const stocks = await loadStock(tx, locked);
  const listings = listingsById(stocks);
  const certain = Array.from(listings.values(), ({ listing }) => listing).filter(
    (listing) =>
      (marketplaceId === null || listing.marketplaceId === marketplaceId) &&
      !isBaselineInDoubt(listing.stock),
  );
  const ended = await closeUnbooked(
    tx,
    certain.map(({ id }) => id),
    at,
  );
  const changed = Array.from(ended, ([id, units]) => {
    const listing = listings.get(id)?.listing;
    return listing === undefined ? [] : [{ ...withPending(listing, -units), unexplainedUnbookable: 0 }];
  }).flat();
  await saveStock(tx, withListings(stocks, new Map(changed.map((listing) => [listing.id, listing]))), { at });
}
