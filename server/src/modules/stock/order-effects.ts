import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database.ts';
import { RetryTransaction } from '../../platform/transaction.ts';
import { addEvent, stillBooked, type ListingEvent } from './epoch.rules.ts';
import { epochsJoinedTo, epochsTouchedBy, insertEvents, saveEpochs } from './epochs.queries.ts';
import { listingsById } from './observe-reads.ts';
import { pendingOf, refigured, type Epoch } from './observe.rules.ts';
import { askForReads } from './reads.queries.ts';
import type { NewMovement, RecordedMovement } from './movement.ts';
import { recordMovements } from './record-movement.ts';
import { saveShelves } from './save-shelves.ts';
import { shelvesFor } from './evaluate-listings.ts';
import { variantOf } from './shelf.queries.ts';
import type { Shelf, ShelfListing } from './shelf.rules.ts';
import { after, TOLERANCE_MS } from '../../platform/time-spans.ts';

/** What a change of an order line does to stock. */
export interface LineEffect {
  readonly orderId: number;
  readonly orderItemId: number;
  /** The variant whose quantity it changes. */
  readonly variantId: number;
  /** Units added (negative: taken away); 0 where only the shop's own number changed. */
  readonly adjustment: number;
  readonly action: string;
  /** Counts the line's effects, not its states: so that the second −2 of −2, −1, −2 is another entry. */
  readonly cause: string;
  readonly listingId: number | null;
  /** What it did to its own shop's number. */
  readonly events: readonly (ListingEvent & { readonly kind: 'placed' | 'restored'; readonly seq: number })[];
  /** Nobody can say whether the listing's first count saw it: the listing must be read again before it is written. */
  readonly isDoubtful: boolean;
}

/**
 * Takes the effects of order lines into the ledger and the reckoning: movements, what the shop's own number did, differences
 * that turn out to be these orders (a booking is reversed by as much as they explain), and what every listing should show now.
 * Ends its transaction's work: nothing else is locked afterwards.
 */
export async function applyOrderLines(
  tx: Tx,
  ctx: Context,
  shelves: Map<number, Shelf>,
  effects: readonly LineEffect[],
): Promise<RecordedMovement[]> {
  const at = ctx.clock.now();
  const movements = await enter(
    tx,
    shelves,
    effects.filter((e) => e.adjustment !== 0).map((e) => movementOf(e, shelves)),
    at,
  );
  const events = effects.flatMap(({ listingId, orderItemId, events: own }) =>
    listingId === null ? [] : own.map((event) => ({ ...event, listingId, orderItemId })),
  );
  const listings = listingsById(shelves.values());
  if (events.length > 0) {
    const written = events.map((event) => ({
      ...event,
      storeId: listings.get(event.listingId)?.listing.storeId,
    }));
    await insertEvents(tx, written);
    addToReckoning(listings, events);
    if (events.some((event) => mayHaveBeenRead(listings.get(event.listingId)?.listing, event))) {
      movements.push(...(await explain(tx, ctx, shelves, events, at)));
    }
  }
  await readDoubtful(tx, listings, effects, at);
  const movementIds = new Map(movements.map((movement) => [movement.variantId, movement.id]));
  await saveShelves(tx, shelves.values(), { movementOf: movementIds, at });
  return movements;
}

async function enter(
  tx: Tx,
  shelves: ReadonlyMap<number, Shelf>,
  movements: readonly NewMovement[],
  at: Date,
): Promise<RecordedMovement[]> {
  const recorded = await recordMovements(tx, movements, at);
  for (const { variantId, finalQuantity } of recorded) {
    const shelf = shelves.get(variantId);
    if (shelf !== undefined) shelf.quantity = finalQuantity;
  }
  return recorded;
}

function movementOf(effect: LineEffect, shelves: ReadonlyMap<number, Shelf>): NewMovement {
  const shelf = shelves.get(effect.variantId);
  if (shelf === undefined) throw new RetryTransaction();
  return {
    storeId: shelf.storeId,
    variantId: effect.variantId,
    adjustment: effect.adjustment,
    source: { type: 'Order', orderId: effect.orderId },
    action: effect.action,
    cause: effect.cause,
  };
}

type OwnEvent = LineEffect['events'][number] & { readonly listingId: number; readonly orderItemId: number };

function addToReckoning(listings: ReturnType<typeof listingsById>, events: readonly OwnEvent[]): void {
  for (const event of events) {
    const listing = listings.get(event.listingId)?.listing;
    if (listing === undefined) throw new RetryTransaction();
    const { snapshot_from: from, snapshot_until: until } = listing.stock;
    if (from !== null && until !== null) listing.sums = addEvent(listing.sums, { from, until }, event);
  }
}

/** A read may have seen what happened: only then can it change what reads mean. */
function mayHaveBeenRead(listing: ShelfListing | undefined, event: ListingEvent): boolean {
  const read = listing?.stock.read_at;
  return read != null && read.getTime() + TOLERANCE_MS >= event.from.getTime();
}

/** Counts the epochs anew in which the events fall; what an order explains is no difference any more. */
async function explain(
  tx: Tx,
  ctx: Context,
  shelves: Map<number, Shelf>,
  events: readonly OwnEvent[],
  at: Date,
): Promise<RecordedMovement[]> {
  const listings = listingsById(shelves.values());
  const changed: Epoch[] = [];
  const movements: NewMovement[] = [];
  for (const epoch of await epochsTouchedBy(tx, events)) {
    const found = listings.get(epoch.listingId);
    if (found === undefined) continue;
    const { shelf, listing } = found;
    const { epoch: next, movement } = reckoned(epoch, shelf, listing, ctx);
    listing.stock = { ...listing.stock, pending: listing.stock.pending + pendingOf(next) - pendingOf(epoch) };
    if (!next.bookable) listing.odd = next.unexplained;
    changed.push(next);
    if (movement !== null) movements.push(movement);
  }
  changed.push(
    ...(await partEdits(
      tx,
      shelves,
      changed.filter((epoch) => movements.some((m) => m.cause === causeOf(epoch))),
    )),
  );
  await saveEpochs(tx, { changed, closed: [], opened: [] }, at);
  return enter(tx, shelves, movements, at);
}

function causeOf(epoch: Epoch): string {
  return `epoch:${String(epoch.id)}:${String(epoch.bookedNo)}`;
}

function reckoned(
  epoch: Epoch,
  shelf: Shelf,
  listing: ShelfListing,
  ctx: Context,
): { epoch: Epoch; movement: NewMovement | null } {
  const figured = refigured(epoch, ctx.connectors[listing.channel].facts);
  const booked = stillBooked(epoch.booked, figured.unexplained);
  const joined = stillBooked(epoch.joined, figured.unexplained - booked);
  const joinedTo = joined === 0 ? null : epoch.joinedTo;
  const units = booked - epoch.booked;
  if (units === 0) return { epoch: { ...figured, booked, joined, joinedTo }, movement: null };
  const next = { ...figured, booked, joined, joinedTo, bookedNo: epoch.bookedNo + 1 };
  return {
    epoch: next,
    movement: {
      storeId: shelf.storeId,
      variantId: shelf.variantId,
      adjustment: units,
      source: { type: 'Marketplace', marketplaceId: listing.marketplaceId },
      action: 'Explained by an order',
      cause: causeOf(next),
    },
  };
}

/** Where a booking turns out to have been an order, what was taken for the same edit elsewhere stands by itself again. */
async function partEdits(tx: Tx, shelves: Map<number, Shelf>, reversed: readonly Epoch[]): Promise<Epoch[]> {
  if (reversed.length === 0) return [];
  const twins = await epochsJoinedTo(
    tx,
    reversed.map((epoch) => epoch.id),
  );
  const parted: Epoch[] = [];
  for (const twin of twins) {
    const listing = await listingOf(tx, shelves, twin.listingId);
    const alone = { ...twin, joined: 0, joinedTo: null };
    listing.stock = { ...listing.stock, pending: listing.stock.pending + pendingOf(alone) - pendingOf(twin) };
    parted.push(alone);
  }
  return parted;
}

/** A listing that was unmerged since is on another shelf, which is loaded now. */
async function listingOf(tx: Tx, shelves: Map<number, Shelf>, listingId: number): Promise<ShelfListing> {
  const known = listingsById(shelves.values()).get(listingId);
  if (known !== undefined) return known.listing;
  const variantId = await variantOf(tx, listingId);
  for (const [id, shelf] of await shelvesFor(tx, [variantId])) shelves.set(id, shelf);
  const loaded = listingsById(shelves.values()).get(listingId);
  if (loaded === undefined) throw new RetryTransaction();
  return loaded.listing;
}

/** Where nobody can say whether the first count saw an order, the listing is read again before anything is written to it. */
async function readDoubtful(
  tx: Tx,
  listings: ReturnType<typeof listingsById>,
  effects: readonly LineEffect[],
  at: Date,
): Promise<void> {
  const ids: number[] = [];
  for (const { listingId, isDoubtful } of effects) {
    if (listingId === null || !isDoubtful) continue;
    const listing = listings.get(listingId)?.listing;
    if (listing?.stock.counted_until == null || !listing.stock.held) continue;
    listing.stock = {
      ...listing.stock,
      hold_since: after(listing.stock.counted_until, 2 * TOLERANCE_MS),
      hold_read_at: null,
      verify_at: at,
    };
    ids.push(listing.id);
  }
  if (ids.length > 0) await askForReads(tx, ids, at);
}
