import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { RetryTransaction } from '../../../platform/database/transaction.ts';
import { readLagOf } from '../../marketplaces/sync/old-answers.ts';
import {
  epochsJoinedBy,
  epochsJoinedTo,
  epochsTouchedBy,
  insertEvents,
  saveEpochs,
} from '../ledger/epochs.queries.ts';
import { withFormerNumbers } from '../reads/former-numbers.queries.ts';
import { lockStock } from '../ledger/lock-stock.ts';
import type { NewMovement } from '../ledger/movement.ts';
import type { RecordedMovement } from '../protocol/recorded-movement.ts';
import {
  eventsOf,
  explainEpochs,
  freeJoined,
  holdDoubtful,
  joinAgain,
  mayHaveBeenRead,
  movementsOfLine,
  readBackRestored,
  withEvents,
  type LineEffect,
  type LineListingEvent,
  type OwnEvent,
} from './order-effects.rules.ts';
import type { LinePart, SetPart } from '../protocol/sets.rules.ts';
import { requestReads } from '../reads/reads.queries.ts';
import { recordMovements } from '../ledger/record-movement.ts';
import { saveStock } from '../ledger/save-stock.ts';
import { variantOf } from '../ledger/variant-stock.queries.ts';
import { listingsById, withMovements, type VariantStocks } from '../protocol/variant-stock.rules.ts';
import { certainlyAfter, dependsOnFormer, type Epoch } from '../protocol/observe.rules.ts';

export type { LineEffect, LineListingEvent, LinePart, SetPart };

/** Stock with the ledger entries that led to it. */
interface Recorded {
  readonly stocks: VariantStocks;
  readonly movements: readonly RecordedMovement[];
}

/**
 * Applies the effects of order lines: ledger entries, the expected quantity of each listing, differences that turn out to be these
 * orders, and the pushes that follow. The caller locks nothing afterwards.
 * @param locked the variants, as `lockStock` loaded them
 */
export async function applyOrderLines(
  tx: Tx,
  ctx: Context,
  locked: VariantStocks,
  effects: readonly LineEffect[],
): Promise<readonly RecordedMovement[]> {
  const at = ctx.clock.now();
  const sold = await record(tx, ctx, locked, movementsOf(locked, effects), at);
  const { stocks, movements } = await applyEvents(tx, ctx, sold, eventsOf(effects), at);
  const known = readBackRestored(stocks, effects, ({ channel, oldAnswers }) =>
    certainlyAfter(at, readLagOf(ctx.connectors[channel].facts.readLag, oldAnswers, at)),
  );
  const held = holdDoubtful(known, effects, at);
  if (held.toRead.length > 0) await requestReads(tx, held.toRead, at);
  const movementOf = new Map(movements.map((movement) => [movement.variantId, movement.id]));
  await saveStock(tx, held.stocks, { movementOf, at });
  return movements;
}

function movementsOf(stocks: VariantStocks, effects: readonly LineEffect[]): NewMovement[] {
  return effects
    .filter(({ adjustment }) => adjustment !== 0)
    .flatMap((effect) => {
      const variant = stocks.get(effect.variantId);
      if (variant === undefined) throw new RetryTransaction();
      const movements = movementsOfLine(effect, variant);
      if (movements.some(({ variantId }) => !stocks.has(variantId))) throw new RetryTransaction();
      return movements;
    });
}

async function record(
  tx: Tx,
  ctx: Context,
  stocks: VariantStocks,
  movements: readonly NewMovement[],
  at: Date,
): Promise<Recorded> {
  const recorded = await recordMovements(tx, ctx, movements, at);
  return { stocks: withMovements(stocks, recorded), movements: recorded };
}

async function applyEvents(
  tx: Tx,
  ctx: Context,
  { stocks, movements }: Recorded,
  events: readonly OwnEvent[],
  at: Date,
): Promise<Recorded> {
  if (events.length === 0) return { stocks, movements };
  const listings = listingsById(stocks);
  const written = events.map((event) => {
    const listing = listings.get(event.listingId)?.listing;
    if (listing === undefined) throw new RetryTransaction();
    return { ...event, storeId: listing.storeId };
  });
  await insertEvents(tx, written);
  const expected = withEvents(stocks, events);
  const isRead = events.some((event) => mayHaveBeenRead(listings.get(event.listingId)?.listing, event));
  if (!isRead) return { stocks: expected, movements };
  const explained = await explain(tx, ctx, expected, events, at);
  return { stocks: explained.stocks, movements: [...movements, ...explained.movements] };
}

/** Reverses the bookings that these events explain. */
async function explain(
  tx: Tx,
  ctx: Context,
  stocks: VariantStocks,
  events: readonly OwnEvent[],
  at: Date,
): Promise<Recorded> {
  const touched = await epochsTouchedBy(tx, events);
  const listings = listingsById(stocks);
  const former = await withFormerNumbers(tx, touched.filter(dependsOnFormer), ({ listingId }) => {
    const channel = listings.get(listingId)?.listing.channel;
    if (channel === undefined) throw new RetryTransaction();
    return ctx.connectors[channel].facts;
  });
  const known = new Map(former.map((epoch) => [epoch.id, epoch]));
  const epochs = touched.map((epoch) => known.get(epoch.id) ?? epoch);
  const explained = explainEpochs(stocks, epochs, ({ channel }) => ctx.connectors[channel].facts);
  const again = joinAgain(
    explained.stocks,
    { before: epochs, now: explained.epochs },
    await epochsJoinedBy(tx, explained.epochs),
  );
  const changed = new Map(again.epochs.map((epoch) => [epoch.id, epoch]));
  const joined = explained.reversed.length === 0 ? [] : await epochsJoinedTo(tx, explained.reversed);
  const freed = freeJoined(
    await withVariantsOf(tx, again.stocks, joined),
    joined.map((epoch) => changed.get(epoch.id) ?? epoch),
  );
  for (const epoch of freed.epochs) changed.set(epoch.id, epoch);
  await saveEpochs(tx, { changed: [...changed.values()], closed: [], opened: [] }, at);
  return record(tx, ctx, freed.stocks, explained.movements, at);
}

/** Loads the variants of listings that were unmerged after their epochs were joined. */
async function withVariantsOf(
  tx: Tx,
  stocks: VariantStocks,
  epochs: readonly Epoch[],
): Promise<VariantStocks> {
  let known = stocks;
  for (const { listingId } of epochs) {
    if (listingsById(known).has(listingId)) continue;
    known = new Map([...known, ...(await lockStock(tx, [await variantOf(tx, listingId)]))]);
    if (!listingsById(known).has(listingId)) throw new RetryTransaction();
  }
  return known;
}
