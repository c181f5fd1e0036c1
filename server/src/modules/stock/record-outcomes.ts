import type { ChannelFacts, StockResult } from '@evenstock/connectors/kit/connector';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database.ts';
import { enqueue } from '../../platform/jobs.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { sumsAfter } from './epoch.rules.ts';
import { eventsSinceSnapshot, saveEpochs } from './epochs.queries.ts';
import type { NewEpoch } from './observe.rules.ts';
import { listingsById } from './observe-reads.ts';
import { applyOutcome, type Attempt, type AttemptEnd } from './outcome.rules.ts';
import { attemptsOf, clockOffsets, endAttempts, expiredLeases } from './pushes.queries.ts';
import { saveShelves } from './save-shelves.ts';
import { loadShelves, lockVariantsOf } from './shelf.queries.ts';
import type { ShelfListing } from './shelf.rules.ts';
import { followRefusalsJob, refusalsKey } from './stock.jobs.ts';

interface Ended {
  readonly attempt: Attempt;
  readonly result: StockResult;
}

/** Records how pushes ended, but only of those that are still under the lease: a worker that slept records nothing. */
export async function recordOutcomes(
  ctx: Context,
  token: string,
  ended: readonly Ended[],
  answered: Date,
): Promise<void> {
  await inTransaction(
    ctx.db,
    (tx) => record(tx, ctx, ended, answered, (listing) => listing.stock.lease_token === token),
    { hotPath: true },
  );
}

async function record(
  tx: Tx,
  ctx: Context,
  ended: readonly Ended[],
  answered: Date,
  isOurs: (listing: ShelfListing) => boolean,
): Promise<void> {
  const now = ctx.clock.now();
  const ids = ended.map(({ attempt }) => attempt.listingId);
  const shelves = await loadShelves(tx, await lockVariantsOf(tx, ids));
  const listings = listingsById(shelves.values());
  const events = await eventsSinceSnapshot(tx, ids);
  const ends: AttemptEnd[] = [];
  const closed: number[] = [];
  const opened: NewEpoch[] = [];
  const refusing = new Set<number>();
  for (const { attempt, result } of ended) {
    const listing = listings.get(attempt.listingId)?.listing;
    if (listing === undefined || !isOurs(listing)) continue;
    const facts = ctx.connectors[listing.channel].facts;
    const wasRefused = listing.stock.flag === 'rejected';
    const outcome = applyOutcome(listing.stock, attempt, result, { answered, now }, facts);
    listing.stock = outcome.stock;
    ends.push(outcome.end);
    if (wasRefused || outcome.stock.flag === 'rejected') refusing.add(listing.marketplaceId);
    if (outcome.epoch !== 'goes on') {
      closed.push(listing.id);
      listing.odd = 0;
    }
    if (outcome.epoch === 'begins') opened.push(epochOf(listing, attempt, facts));
    if (outcome.isSnapshot) listing.sums = sumsSince(listing, events.get(listing.id) ?? []);
  }
  await endAttempts(tx, ends, { answered, now });
  await saveEpochs(tx, { changed: [], closed, opened }, now);
  for (const marketplaceId of refusing) {
    await enqueue(tx, followRefusalsJob, { marketplaceId }, { key: refusalsKey(marketplaceId) });
  }
  await saveShelves(tx, shelves.values(), { at: now });
}

function sumsSince(listing: ShelfListing, events: Parameters<typeof sumsAfter>[1]): ShelfListing['sums'] {
  const { snapshot_from: from, snapshot_until: until } = listing.stock;
  return from === null || until === null ? listing.sums : sumsAfter({ from, until }, events);
}

function epochOf(listing: ShelfListing, attempt: Attempt, facts: ChannelFacts): NewEpoch {
  const { snapshot_from: from, snapshot_until: until } = listing.stock;
  return {
    listingId: listing.id,
    storeId: listing.storeId,
    value: { measure: attempt.quantity, from: from ?? attempt.sentAt, until: until ?? attempt.sentAt },
    bookable: !attempt.transformed && !facts.hidesHolds,
  };
}

/**
 * Ends leases that ran out. With an attempt under way nobody knows whether it landed; without one nothing was sent.
 * @returns the shops whose listings were freed
 */
export async function takeOverExpired(ctx: Context): Promise<void> {
  for (;;) {
    const expired = await expiredLeases(ctx.db, ctx.clock.now(), 100);
    if (expired.length === 0) return;
    await inTransaction(
      ctx.db,
      (tx) =>
        takeOver(
          tx,
          ctx,
          expired.map((row) => row.listingId),
        ),
      { hotPath: true },
    );
  }
}

async function takeOver(tx: Tx, ctx: Context, listingIds: readonly number[]): Promise<void> {
  const now = ctx.clock.now();
  const shelves = await loadShelves(tx, await lockVariantsOf(tx, listingIds));
  const dead = [...listingsById(shelves.values()).values()]
    .map(({ listing }) => listing)
    .filter(
      ({ stock }) => stock.lease_token !== null && stock.lease_until !== null && stock.lease_until < now,
    );
  const attempts = await attemptsOf(
    tx,
    dead.flatMap(({ stock }) => stock.attempt_id ?? []),
  );
  const offsets = await clockOffsets(
    tx,
    dead.map((listing) => listing.marketplaceId),
  );
  const ends: AttemptEnd[] = [];
  const closed: number[] = [];
  for (const listing of dead) {
    const attempt = attempts.find((a) => a.listingId === listing.id);
    if (attempt === undefined) {
      listing.stock = { ...listing.stock, lease_token: null, lease_until: null, attempt_id: null };
      continue;
    }
    const answered = new Date(now.getTime() + (offsets.get(listing.marketplaceId) ?? 0));
    const result = { outcome: 'unknown', reason: 'The push was interrupted on our side.' } as const;
    const { facts } = ctx.connectors[listing.channel];
    const outcome = applyOutcome(listing.stock, attempt, result, { answered, now }, facts);
    listing.stock = outcome.stock;
    ends.push(outcome.end);
    closed.push(listing.id);
    listing.odd = 0;
  }
  await endAttempts(tx, ends, { answered: now, now });
  await saveEpochs(tx, { changed: [], closed, opened: [] }, now);
  await saveShelves(tx, shelves.values(), { at: now });
}
