import type { ChannelFacts } from '@evenstock/connectors/kit/connector';
import type { Interval } from '@evenstock/connectors/kit/paging';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { eachAlone, togetherOrEach } from '../../../platform/jobs/each-alone.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { after } from '../../../platform/time/time-spans.ts';
import { inTransaction, RetryTransaction } from '../../../platform/database/transaction.ts';
import { readLagOf, recordOldAnswer } from '../../marketplaces/sync/old-answers.ts';
import { bookedSince, eventsSinceSnapshot, openEpochs, saveEpochs } from '../ledger/epochs.queries.ts';
import {
  baselineMovements,
  joinEdits,
  observeBatch,
  repeatedEdit,
  type Joining,
  type KnownReading,
} from './observe-batch.rules.ts';
import { withFormerNumbers } from './former-numbers.queries.ts';
import { dependsOnFormer, unbookedOf, withReading, type Epoch } from '../protocol/observe.rules.ts';
import { recordMovements } from '../ledger/record-movement.ts';
import { saveStock } from '../ledger/save-stock.ts';
import { pollPastHoldsJob, pollPastHoldsKey } from '../ledger/stock.jobs.ts';
import { loadStock, lockVariantsOf } from '../ledger/variant-stock.queries.ts';
import { listingsById, withMovements, type VariantStocks } from '../protocol/variant-stock.rules.ts';

/** Numbers of listings, read from a marketplace. */
export interface Readings {
  readonly channel: ChannelKind;
  /** The time within which they were read, on the channel's clock. */
  readonly interval: Interval;
  readonly readings: readonly {
    readonly variantListingId: number;
    /** Sellable plus reserved by campaigns. */
    readonly measure: number;
    readonly reserved: number;
    /** The channel's upper limit: null where it has none, left out where this call does not say. */
    readonly maximum?: number | null;
  }[];
}

/** Listings of one transaction: a lock of their variants is short. */
const CHUNK = 100;

/**
 * Reconciles listings with readings of their marketplace. The first reading is a listing's baseline; a later one is compared with
 * the last write and the orders since. Differences are flagged, and a push falls due where the shop shows another number than it
 * should. A repeated reading changes nothing. A listing that fails stops no other one.
 * @throws the first failure, after all were tried
 */
export async function observeReads(ctx: Context, readings: Readings): Promise<void> {
  await inChunks(ctx, readings, null);
}

/** Reconciles a read that was taken under a lease, before its write. */
export async function observeUnderLease(ctx: Context, readings: Readings, lease: string): Promise<void> {
  await inChunks(ctx, readings, lease);
}

async function inChunks(ctx: Context, of: Readings, lease: string | null): Promise<void> {
  const chunks = Array.from({ length: Math.ceil(of.readings.length / CHUNK) }, (_, index) => ({
    id: index,
    readings: of.readings.slice(index * CHUNK, (index + 1) * CHUNK),
  }));
  const work = { log: ctx.log, task: 'stock.observe_reads' };
  await eachAlone(work, chunks, ({ readings }) =>
    togetherOrEach(
      work,
      readings.map((reading) => ({ id: reading.variantListingId, ...reading })),
      async (some) =>
        remember(
          ctx,
          await inTransaction(ctx.db, (tx) => observe(tx, ctx, { ...of, readings: some }, lease), {
            hotPath: true,
          }),
        ),
    ),
  );
}

/** An answer that was found to be old. */
interface OldAnswer {
  readonly marketplaceId: number;
  readonly ageMs: number;
}

/** Raises what answers of the marketplace are taken to be as old as. Where this is lost, the next old answer says it again. */
async function remember(ctx: Context, old: OldAnswer | null): Promise<void> {
  if (old !== null) await recordOldAnswer(ctx.db, old.marketplaceId, old.ageMs, ctx.clock.now());
}

async function observe(
  tx: Tx,
  ctx: Context,
  batch: Readings,
  lease: string | null,
): Promise<OldAnswer | null> {
  const now = ctx.clock.now();
  const ids = batch.readings.map((reading) => reading.variantListingId);
  const loaded = await loadStock(tx, await lockVariantsOf(tx, ids));
  const listings = listingsById(loaded);
  if (ids.some((id) => !listings.has(id))) throw new RetryTransaction();
  const first = ids.flatMap((id) => listings.get(id)?.listing ?? [])[0];
  if (first === undefined) return null;
  const { facts: known } = ctx.connectors[batch.channel];
  const facts = { ...known, readLag: readLagOf(known.readLag, first.oldAnswers, now) };
  const readings = await knownReadings(tx, batch, facts);
  const seen = observeBatch(loaded, readings, facts, lease, now);
  const { stocks, changed, closed, opened, baselines, oldest } = seen;
  const joined = joinEdits(stocks, await sameEdits(tx, stocks, changed));
  const recorded = await recordMovements(tx, ctx, baselineMovements(loaded, baselines), now);
  const epochs = changed.map((epoch) => joined.epochs.get(epoch.id) ?? epoch);
  await saveEpochs(tx, { changed: epochs, closed, opened }, now);
  await saveStock(tx, withMovements(joined.stocks, recorded), {
    movementOf: new Map(recorded.map((movement) => [movement.variantId, movement.id])),
    ownLease: lease,
    at: now,
  });
  await askForPolls(tx, loaded, joined.stocks);
  return oldest === null ? null : { marketplaceId: first.marketplaceId, ageMs: oldest };
}

/** Has the orders of the shops whose holds these reads answer polled past them. */
async function askForPolls(tx: Tx, before: VariantStocks, now: VariantStocks): Promise<void> {
  const known = listingsById(before);
  const answered = Array.from(listingsById(now).values(), ({ listing }) => listing).filter(
    ({ id, stock }) => stock.hold_read_at !== null && known.get(id)?.listing.stock.hold_read_at === null,
  );
  for (const marketplaceId of new Set(answered.map((listing) => listing.marketplaceId))) {
    await enqueue(tx, pollPastHoldsJob, { marketplaceId }, { key: pollPastHoldsKey(marketplaceId) });
  }
}

/** Adds each listing's open epoch, or without one its events since the last snapshot. */
async function knownReadings(tx: Tx, batch: Readings, facts: ChannelFacts): Promise<KnownReading[]> {
  const { began, ended } = batch.interval;
  const ids = batch.readings.map((reading) => reading.variantListingId);
  const epochs = new Map((await openEpochs(tx, ids)).map((epoch) => [epoch.listingId, epoch]));
  const withoutEpoch = ids.filter((id) => !epochs.has(id));
  const events = withoutEpoch.length === 0 ? null : await eventsSinceSnapshot(tx, withoutEpoch);
  const readings = batch.readings.map((reading) => {
    const epoch = epochs.get(reading.variantListingId) ?? null;
    return {
      ...reading,
      from: began,
      until: ended,
      since: after(began, -facts.readLag * 1000),
      epoch,
      events: epoch?.events ?? events?.get(reading.variantListingId) ?? [],
    };
  });
  // With this reading: it is the one whose answer reaches back the farthest before an epoch that has none yet.
  const puzzling = readings.flatMap(({ epoch, ...reading }) => {
    const next = epoch === null ? null : withReading(epoch, reading);
    return next !== null && dependsOnFormer(next) ? [next] : [];
  });
  const former = new Map(
    (await withFormerNumbers(tx, puzzling, () => facts)).map(({ id, before }) => [id, before]),
  );
  return readings.map(({ epoch, ...reading }) => ({
    ...reading,
    epoch: epoch === null ? null : { ...epoch, before: former.get(epoch.id) ?? epoch.before },
  }));
}

/** A seller who types one number into several shops means it once: finds the booking that each difference repeats. */
async function sameEdits(tx: Tx, stocks: VariantStocks, epochs: readonly Epoch[]): Promise<Joining[]> {
  const listings = listingsById(stocks);
  const joinings: Joining[] = [];
  for (const epoch of epochs) {
    const variant = listings.get(epoch.listingId)?.variant;
    const repeated = variant === undefined ? null : repeatedEdit(epoch, variant);
    if (variant === undefined || repeated === null) continue;
    const others = variant.listings.filter(({ id }) => id !== epoch.listingId).map(({ id }) => id);
    const sign = Math.sign(unbookedOf(epoch));
    const joinedTo = await bookedSince(tx, variant.variantId, others, {
      since: epoch.value.from,
      sign,
      shown: repeated.shown,
    });
    if (joinedTo !== null) joinings.push({ epoch, joinedTo });
  }
  return joinings;
}
