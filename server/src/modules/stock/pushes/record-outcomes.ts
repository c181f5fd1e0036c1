import type { ChannelFacts, StockResult } from '@evenstock/connectors/kit/connector';
import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { pagesAlone, togetherOrEach } from '../../../platform/jobs/each-alone.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { after } from '../../../platform/time/time-spans.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { eventsSinceSnapshot, saveEpochs } from '../ledger/epochs.queries.ts';
import type { NewEpoch } from '../protocol/observe.rules.ts';
import {
  afterOutcome,
  applyOutcome,
  unknownOutcome,
  type Attempt,
  type AttemptEnd,
} from '../protocol/outcome.rules.ts';
import { attemptsOf, clockOffsets, endAttempts, expiredLeases } from '../ledger/pushes.queries.ts';
import { saveStock } from '../ledger/save-stock.ts';
import { followRefusalsJob, refusalsKey } from '../ledger/stock.jobs.ts';
import { loadStock, lockVariantsOf } from '../ledger/variant-stock.queries.ts';
import {
  listingsById,
  withListings,
  withStock,
  type StockedListing,
} from '../protocol/variant-stock.rules.ts';

interface Ended {
  readonly attempt: Attempt;
  readonly result: StockResult;
}

/**
 * Records how pushes ended, each alone where one fails. A listing that is no longer under the lease is left out: another worker has
 * taken it over.
 * @throws as `togetherOrEach` does
 */
export async function recordOutcomes(
  ctx: Context,
  token: string,
  ended: readonly Ended[],
  answered: Date,
): Promise<void> {
  const isOurs = ({ stock }: StockedListing): boolean => stock.lease_token === token;
  await togetherOrEach(
    { log: ctx.log, task: 'stock.record_outcomes' },
    ended.map((each) => ({ id: each.attempt.listingId, ...each })),
    (some) => inTransaction(ctx.db, (tx) => record(tx, ctx, some, answered, isOurs), { hotPath: true }),
  );
}

async function record(
  tx: Tx,
  ctx: Context,
  ended: readonly Ended[],
  answered: Date,
  isOurs: (listing: StockedListing) => boolean,
): Promise<void> {
  const now = ctx.clock.now();
  const ids = ended.map(({ attempt }) => attempt.listingId);
  const stocks = await loadStock(tx, await lockVariantsOf(tx, ids));
  const listings = listingsById(stocks);
  const events = await eventsSinceSnapshot(tx, ids);
  const changed = new Map<number, StockedListing>();
  const ends: AttemptEnd[] = [];
  const closed: number[] = [];
  const opened: NewEpoch[] = [];
  const refusing = new Set<number>();
  const refused: StockedListing[] = [];
  for (const { attempt, result } of ended) {
    const found = listings.get(attempt.listingId);
    const before = changed.get(attempt.listingId) ?? found?.listing;
    if (found === undefined || before === undefined || !isOurs(before)) continue;
    const { facts } = ctx.connectors[before.channel];
    const outcome = applyOutcome(before.stock, attempt, result, { answered, now }, facts);
    const listing = afterOutcome(before, outcome, events.get(before.id) ?? []);
    changed.set(listing.id, listing);
    ends.push(outcome.end);
    if ([before, listing].some(({ stock }) => stock.flag === 'rejected')) refusing.add(listing.marketplaceId);
    if (before.stock.flag !== 'rejected' && listing.stock.flag === 'rejected') refused.push(listing);
    if (outcome.epoch !== 'goes on') closed.push(listing.id);
    if (outcome.epoch === 'begins') {
      const epoch = epochOf(listing, attempt, facts);
      opened.push({ ...epoch, bookable: epoch.bookable && found.variant.madeOf === null });
    }
  }
  await endAttempts(tx, ends, { answered, now });
  await saveEpochs(tx, { changed: [], closed, opened }, now);
  for (const marketplaceId of refusing) {
    await enqueue(tx, followRefusalsJob, { marketplaceId }, { key: refusalsKey(marketplaceId) });
  }
  const [first] = refused;
  if (first !== undefined) {
    const { storeId, marketplaceId } = first;
    const listingIds = refused.map(({ id }) => id);
    await ctx.emit(tx, { type: 'listings.in_doubt', storeId, marketplaceId, listingIds });
  }
  await saveStock(tx, withListings(stocks, changed), { at: now });
}

function epochOf(listing: StockedListing, attempt: Attempt, facts: ChannelFacts): NewEpoch {
  const { snapshot_from: from, snapshot_until: until } = listing.stock;
  return {
    listingId: listing.id,
    storeId: listing.storeId,
    value: { measure: attempt.quantity, from: from ?? attempt.sentAt, until: until ?? attempt.sentAt },
    bookable: !attempt.transformed && !facts.hidesHolds,
  };
}

/** Ends expired leases. An attempt under one has an unknown outcome; without an attempt nothing was sent. */
export async function takeOverExpired(ctx: Context): Promise<void> {
  const of = { log: ctx.log, task: 'stock.take_over_expired_leases' };
  await pagesAlone(
    (last: number | null) => expiredLeases(ctx.db, ctx.clock.now(), { after: last ?? 0, limit: 100 }),
    (page) =>
      togetherOrEach(of, page, (ids) =>
        inTransaction(ctx.db, (tx) => takeOver(tx, ctx, ids), { hotPath: true }),
      ),
  );
}

async function takeOver(tx: Tx, ctx: Context, listingIds: readonly number[]): Promise<void> {
  const now = ctx.clock.now();
  const stocks = await loadStock(tx, await lockVariantsOf(tx, listingIds));
  const expired = Array.from(listingsById(stocks).values(), ({ listing }) => listing).filter(
    ({ stock }) => stock.lease_token !== null && stock.lease_until !== null && stock.lease_until < now,
  );
  const attempts = await attemptsOf(
    tx,
    expired.flatMap(({ stock }) => stock.attempt_id ?? []),
  );
  const offsets = await clockOffsets(
    tx,
    expired.map((listing) => listing.marketplaceId),
  );
  const attemptOf = new Map(attempts.map((attempt) => [attempt.listingId, attempt]));
  const changed = new Map<number, StockedListing>();
  const ends: AttemptEnd[] = [];
  const closed: number[] = [];
  for (const listing of expired) {
    const attempt = attemptOf.get(listing.id);
    if (attempt === undefined) {
      const free = { lease_token: null, lease_until: null, attempt_id: null };
      changed.set(listing.id, withStock(listing, free));
      continue;
    }
    const answered = after(now, offsets.get(listing.marketplaceId) ?? 0);
    const { facts } = ctx.connectors[listing.channel];
    const outcome = applyOutcome(listing.stock, attempt, interrupted, { answered, now }, facts);
    changed.set(listing.id, afterOutcome(listing, outcome, []));
    ends.push(outcome.end);
    closed.push(listing.id);
  }
  await endAttempts(tx, ends, { answered: now, now });
  await saveEpochs(tx, { changed: [], closed, opened: [] }, now);
  await saveStock(tx, withListings(stocks, changed), { at: now });
}

const interrupted = unknownOutcome(message('stock.interrupted'));
