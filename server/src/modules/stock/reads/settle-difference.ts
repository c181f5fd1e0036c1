import type { differenceVerdict } from '@evenstock/contract/catalog/listings';
import { message } from '@evenstock/contract/messages/message';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import { invalid, notFound, Refusal } from '../../../api/routing.ts';
import { inTransaction, RetryTransaction } from '../../../platform/database/transaction.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { bookEpochs, putBack } from './book-differences.rules.ts';
import { pendingEpochs, saveEpochs } from '../ledger/epochs.queries.ts';
import { pendingOf, unbookedOf } from '../protocol/observe.rules.ts';
import { recordMovements } from '../ledger/record-movement.ts';
import { saveStock } from '../ledger/save-stock.ts';
import { loadStock, lockVariantsOf } from '../ledger/variant-stock.queries.ts';
import { listingsById, withMovements } from '../protocol/variant-stock.rules.ts';

export interface Settlement {
  readonly storeId: number;
  readonly userId: number;
  readonly variantListingId: number;
  /** The difference that the member saw, in units. */
  readonly units: number;
  readonly verdict: z.infer<typeof differenceVerdict>;
}

/**
 * Settles the difference of a listing at once, as a member says. `count`: the seller typed it, so it is booked. `put_back`: the
 * shop is written the quantity again. An order that explains it later takes the booking back.
 * @throws Refusal 404; 422 where the difference is another by now or may be an old answer, or the sync of the store or of its shop is off
 */
export async function settleDifference(ctx: Context, settlement: Settlement): Promise<void> {
  const { storeId, variantListingId, units, verdict } = settlement;
  await inTransaction(
    ctx.db,
    async (tx) => {
      const at = ctx.clock.now();
      const stocks = await loadStock(tx, await lockVariantsOf(tx, [variantListingId]));
      const listings = listingsById(stocks);
      const found = listings.get(variantListingId);
      if (found === undefined) {
        // A merge moved the listing after its variant was looked up.
        if (stocks.size > 0) throw new RetryTransaction();
        throw notFound('listing');
      }
      const { variant, listing } = found;
      if (variant.storeId !== storeId || listing.isDeleted) throw notFound('listing');
      if (!variant.canSync) throw new Refusal(422, message('catalog.held_sync_off'));
      if (!listing.canSync) throw new Refusal(422, message('stock.shop_sync_off'));
      const { pending } = listing.stock;
      if (pending === 0) throw invalid('difference', message('stock.difference_gone'));
      if (pending !== units)
        throw invalid('difference', message('stock.difference_changed', { units: pending }));

      const epochs = await pendingEpochs(tx, [...listings.keys()]);
      const isIts = (epoch: { readonly listingId: number }): boolean => epoch.listingId === variantListingId;
      if (epochs.some((epoch) => isIts(epoch) && pendingOf(epoch) !== unbookedOf(epoch)))
        throw invalid('difference', message('stock.difference_doubtful'));
      const settled =
        verdict === 'count' ? bookEpochs(stocks, epochs, isIts) : putBack(stocks, epochs, isIts);
      const recorded = await recordMovements(tx, ctx, settled.movements, at);
      await recordActivity(tx, {
        storeId,
        key: 'variant_listing.settle_difference',
        actor: { type: 'User', id: settlement.userId },
        recipient: { type: 'VariantListing', id: variantListingId },
        before: { quantity: variant.quantity },
        after: { quantity: recorded[0]?.finalQuantity },
        extras: { units, verdict },
        at,
      });
      await saveEpochs(tx, { changed: settled.epochs, closed: [], opened: [] }, at);
      const movementOf = new Map(recorded.map((movement) => [movement.variantId, movement.id]));
      await saveStock(tx, withMovements(settled.stocks, recorded), { movementOf, at });
    },
    { hotPath: true },
  );
}
