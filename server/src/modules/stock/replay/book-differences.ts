import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { after, TOLERANCE_MS } from '../../../platform/time/time-spans.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import {
  bookEpochs,
  endDoubts,
  isDecidedBy,
  releaseHolds,
  type CompletedPoll,
} from '../reads/book-differences.rules.ts';
import { pendingEpochs, saveEpochs } from '../ledger/epochs.queries.ts';
import { pollPastHolds } from '../reads/poll-past-holds.ts';
import { findShop } from '../ledger/pushes.queries.ts';
import { decidedByPoll } from '../reads/reads.queries.ts';
import { recordMovements } from '../ledger/record-movement.ts';
import { saveStock } from '../ledger/save-stock.ts';
import { settleRecovered } from './settle-recovered.ts';
import { loadStock, lockVariants } from '../ledger/variant-stock.queries.ts';
import { listingsById, withMovements } from '../protocol/variant-stock.rules.ts';

/** Variants of one transaction. */
const CHUNK = 50;

/**
 * Books the drift of a shop's listings after a completed order poll: differences that were read before it began and that no order
 * explains.
 * Ends the holds of listings whose read the poll has passed; for others that wait, the next poll is asked for.
 * @param pollBegan when the poll began, on the channel's clock
 */
export async function bookDifferences(ctx: Context, marketplaceId: number, pollBegan: Date): Promise<void> {
  const shop = await findShop(ctx.db, marketplaceId);
  if (shop === null) return;
  const { ordersVisibleWithin } = ctx.connectors[shop.channel].facts;
  const decided = await decidedByPoll(ctx.db, marketplaceId, pollBegan, ordersVisibleWithin);
  const variants = [...new Set(decided.map((row) => row.variantId))];
  const poll = {
    marketplaceId,
    beganAt: pollBegan,
    passedReadsUntil: after(pollBegan, -ordersVisibleWithin * 1000 - TOLERANCE_MS),
  };
  for (let start = 0; start < variants.length; start += CHUNK) {
    const chunk = variants.slice(start, start + CHUNK);
    await inTransaction(ctx.db, (tx) => book(tx, ctx, chunk, poll), { hotPath: true });
  }
  await pollPastHolds(ctx, marketplaceId);
  await settleRecovered(ctx);
}

async function book(tx: Tx, ctx: Context, variantIds: readonly number[], poll: CompletedPoll): Promise<void> {
  const at = ctx.clock.now();
  const stocks = await loadStock(tx, await lockVariants(tx, variantIds));
  const pending = await pendingEpochs(tx, [...listingsById(stocks).keys()]);
  const decided = endDoubts(stocks, pending, poll);
  const booked = bookEpochs(decided.stocks, decided.epochs, isDecidedBy(poll));
  const recorded = await recordMovements(tx, ctx, booked.movements, at);
  const movementOf = new Map(recorded.map((movement) => [movement.variantId, movement.id]));
  await saveEpochs(tx, { changed: booked.epochs, closed: [], opened: [] }, at);
  await saveStock(tx, withMovements(releaseHolds(booked.stocks, poll), recorded), { movementOf, at });
}
