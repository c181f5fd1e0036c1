import type { Interval } from '@evenstock/connectors/kit/paging';
import type { ChannelKind } from '@evenstock/contract/channels';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database.ts';
import { inTransaction, RetryTransaction } from '../../platform/transaction.ts';
import { bookedSince, eventsSinceSnapshot, openEpochs, saveEpochs } from './epochs.queries.ts';
import { observeListing, pendingOf, sumsNow, type Epoch, type NewEpoch } from './observe.rules.ts';
import type { NewMovement } from './movement.ts';
import { recordMovements } from './record-movement.ts';
import { saveShelves } from './save-shelves.ts';
import { loadShelves, lockVariantsOf } from './shelf.queries.ts';
import type { Shelf, ShelfListing } from './shelf.rules.ts';
import { after } from '../../platform/time-spans.ts';

/** What a marketplace showed of our listings. */
export interface Readings {
  readonly channel: ChannelKind;
  /** Within which they were taken, on the channel's clock. */
  readonly interval: Interval;
  readonly readings: readonly {
    readonly variantListingId: number;
    /** Sellable plus reserved by campaigns. */
    readonly measure: number;
    readonly reserved: number;
    /** The channel's upper limit: null where it has none, left out where this call does not tell. */
    readonly maximum?: number | null;
  }[];
}

/** Listings of one transaction: few enough that nobody waits long for their variants. */
const CHUNK = 100;

/**
 * Takes in what a marketplace shows: counts a listing at its first read, compares every later one with what we wrote and what
 * was sold since, flags differences, and makes writes due where the shop does not show what it should.
 * Reading the same again changes nothing.
 */
export async function observeReads(ctx: Context, readings: Readings): Promise<void> {
  for (let start = 0; start < readings.readings.length; start += CHUNK) {
    const chunk = { ...readings, readings: readings.readings.slice(start, start + CHUNK) };
    await inTransaction(ctx.db, (tx) => observe(tx, ctx, chunk, null), { hotPath: true });
  }
}

/** The same for a read taken under a lease, before its write. */
export async function observeUnderLease(ctx: Context, readings: Readings, lease: string): Promise<void> {
  await inTransaction(ctx.db, (tx) => observe(tx, ctx, readings, lease), { hotPath: true });
}

async function observe(tx: Tx, ctx: Context, batch: Readings, lease: string | null): Promise<void> {
  const now = ctx.clock.now();
  const { facts } = ctx.connectors[batch.channel];
  const ids = batch.readings.map((reading) => reading.variantListingId);
  const shelves = await loadShelves(tx, await lockVariantsOf(tx, ids));
  const listings = listingsById(shelves.values());
  const epochs = new Map((await openEpochs(tx, ids)).map((epoch) => [epoch.listingId, epoch]));
  const unepoched = ids.filter((id) => !epochs.has(id));
  const events =
    unepoched.length === 0 ? new Map<number, never[]>() : await eventsSinceSnapshot(tx, unepoched);
  const from = after(batch.interval.began, -facts.readLag * 1000);
  const changes: { changed: Epoch[]; closed: number[]; opened: NewEpoch[] } = {
    changed: [],
    closed: [],
    opened: [],
  };
  const counted: { shelf: Shelf; listing: ShelfListing; units: number }[] = [];
  for (const { variantListingId, ...reading } of batch.readings) {
    const found = listings.get(variantListingId);
    if (found === undefined) throw new RetryTransaction();
    const { shelf, listing } = found;
    if (listing.isDeleted) continue;
    const epoch = epochs.get(listing.id) ?? null;
    const seen = observeListing(
      listing,
      epoch,
      { ...reading, from, until: batch.interval.ended },
      facts,
      lease,
      now,
    );
    listing.stock = seen.stock;
    if (seen.epoch !== null) changes.changed.push(seen.epoch);
    if (seen.closesEpoch) changes.closed.push(listing.id);
    if (seen.opens !== null) changes.opened.push(seen.opens);
    if (seen.isSnapshot) {
      listing.sums = sumsNow(listing.stock, epoch?.events ?? events.get(listing.id) ?? []);
    }
    if (seen.epoch !== null)
      listing.odd = seen.epoch.bookable || seen.closesEpoch ? 0 : seen.epoch.unexplained;
    else if (seen.opens !== null) listing.odd = 0;
    if (seen.isFirstCount) counted.push({ shelf, listing, units: reading.measure });
  }
  changes.changed = await sameEdits(tx, listings, changes.changed);
  const movementOf = await recordCounts(tx, counted, now);
  await saveEpochs(tx, changes, now);
  await saveShelves(tx, shelves.values(), { movementOf, ownLease: lease, at: now });
}

/**
 * A seller who types the same number into several shops means it once: where the edit of one became a movement already, and another
 * is found to show what that made true, this is the same edit.
 */
async function sameEdits(
  tx: Tx,
  listings: ReturnType<typeof listingsById>,
  epochs: readonly Epoch[],
): Promise<Epoch[]> {
  const kept: Epoch[] = [];
  for (const epoch of epochs) {
    const found = listings.get(epoch.listingId);
    const units = pendingOf(epoch);
    if (found === undefined || units === 0 || epoch.reads.at(-1)?.measure !== found.shelf.quantity) {
      kept.push(epoch);
      continue;
    }
    const { shelf, listing } = found;
    const others = shelf.listings.filter((other) => other !== listing).map((other) => other.id);
    const joinedTo = await bookedSince(tx, shelf.variantId, others, epoch.value.from, Math.sign(units));
    if (joinedTo !== null) listing.stock = { ...listing.stock, pending: listing.stock.pending - units };
    kept.push(joinedTo === null ? epoch : { ...epoch, joined: epoch.joined + units, joinedTo });
  }
  return kept;
}

/** Listings by id, with the variant that each belongs to now. */
export function listingsById(shelves: Iterable<Shelf>): Map<number, { shelf: Shelf; listing: ShelfListing }> {
  const found = new Map<number, { shelf: Shelf; listing: ShelfListing }>();
  for (const shelf of shelves) {
    for (const listing of shelf.listings) found.set(listing.id, { shelf, listing });
  }
  return found;
}

/** A SKU's quantity begins with what its first listing shows; one that joins others takes over the quantity that they share. */
async function recordCounts(
  tx: Tx,
  counted: readonly { shelf: Shelf; listing: ShelfListing; units: number }[],
  at: Date,
): Promise<Map<number, number>> {
  const movements: NewMovement[] = [];
  for (const { shelf, listing, units } of counted) {
    const isFirst = shelf.listings.every((l) => l.loaded?.counted_from == null);
    const isOnly = !movements.some((movement) => movement.variantId === shelf.variantId);
    if (!isFirst || !isOnly || units === 0) continue;
    movements.push({
      storeId: shelf.storeId,
      variantId: shelf.variantId,
      adjustment: units,
      source: { type: 'Marketplace', marketplaceId: listing.marketplaceId },
      action: 'First count',
      cause: `count:${String(listing.id)}`,
    });
  }
  const recorded = await recordMovements(tx, movements, at);
  for (const movement of recorded) {
    const shelf = counted.find(({ shelf: s }) => s.variantId === movement.variantId)?.shelf;
    if (shelf !== undefined) shelf.quantity = movement.finalQuantity;
  }
  return new Map(recorded.map((movement) => [movement.variantId, movement.id]));
}
