import type { Context } from '../../../context.ts';
import { after, later } from '../../../platform/time/time-spans.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { saveEpochs } from '../ledger/epochs.queries.ts';
import { findShop } from '../ledger/pushes.queries.ts';
import { saveStock } from '../ledger/save-stock.ts';
import { loadStock, lockVariantsOf } from '../ledger/variant-stock.queries.ts';
import {
  listingsById,
  withListings,
  withStock,
  type StockedListing,
} from '../protocol/variant-stock.rules.ts';

/** When the listings are looked at after the cancellation was sent. */
const LOOK_MS = 10_000;

/**
 * Prepares for a seller's cancellation, before it is sent. Some marketplaces set the SKU to 0 with it ("out of stock"): that is no
 * sale of the rest. So it counts as a write whose outcome is unknown: nothing is inferred from what these listings show until it
 * can no longer land, and they are written the quantity again. A second time changes nothing but that time.
 */
export async function foreseeZeroing(
  ctx: Context,
  marketplaceId: number,
  listingIds: readonly number[],
): Promise<void> {
  const shop = await findShop(ctx.db, marketplaceId);
  if (shop === null || listingIds.length === 0) return;
  const { facts } = ctx.connectors[shop.channel];
  if (!facts.zeroesOnOutOfStockCancel) return;
  const now = ctx.clock.now();
  const landsUntil = after(now, shop.clock_offset_ms + (facts.lateWriteBound + facts.settlesWithin) * 1000);
  await inTransaction(ctx.db, async (tx) => {
    const stocks = await loadStock(tx, await lockVariantsOf(tx, listingIds));
    const concerned = Array.from(listingsById(stocks).values(), ({ listing }) => listing).filter(
      ({ id, stock }) => listingIds.includes(id) && stock.counted_from !== null,
    );
    const changed = concerned.map((listing): StockedListing => ({
      ...withStock(listing, {
        quarantine_until: later(listing.stock.quarantine_until ?? landsUntil, landsUntil),
        verify_at: after(now, LOOK_MS),
      }),
      unexplainedUnbookable: 0,
    }));
    await saveEpochs(tx, { changed: [], closed: concerned.map(({ id }) => id), opened: [] }, now);
    await saveStock(tx, withListings(stocks, new Map(changed.map((listing) => [listing.id, listing]))), {
      at: now,
    });
  });
}
