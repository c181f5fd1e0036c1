import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { pendingEpochs, saveEpochs } from './epochs.queries.ts';
import { expectedNow } from './epoch.rules.ts';
import { listingsById } from './observe-reads.ts';
import { pendingOf, type Epoch } from './observe.rules.ts';
import { findShop } from './pushes.queries.ts';
import { decidedByPoll } from './reads.queries.ts';
import type { NewMovement } from './movement.ts';
import { recordMovements } from './record-movement.ts';
import { saveShelves } from './save-shelves.ts';
import { loadShelves, lockVariants } from './shelf.queries.ts';
import type { Shelf, ShelfListing } from './shelf.rules.ts';
import { after, TOLERANCE_MS } from '../../platform/time-spans.ts';

/** Variants of one transaction. */
const CHUNK = 50;

/**
 * After an order poll of a shop was completed: differences seen before it began, and not explained by what it brought, become
 * movements; listings that were held until now are free to be written.
 * @param pollBegan when the poll began, on the channel's clock
 */
export async function bookDifferences(ctx: Context, marketplaceId: number, pollBegan: Date): Promise<void> {
  const shop = await findShop(ctx.db, marketplaceId);
  if (shop === null) return;
  const { ordersVisibleWithin } = ctx.connectors[shop.channel].facts;
  const decided = await decidedByPoll(ctx.db, marketplaceId, pollBegan, ordersVisibleWithin);
  const variants = [...new Set(decided.map((row) => row.variantId))];
  const heldUntil = after(pollBegan, -ordersVisibleWithin * 1000 - TOLERANCE_MS);
  for (let start = 0; start < variants.length; start += CHUNK) {
    const chunk = variants.slice(start, start + CHUNK);
    await inTransaction(
      ctx.db,
      (tx) => book(tx, ctx, { marketplaceId, variants: chunk, pollBegan, heldUntil }),
      { hotPath: true },
    );
  }
}

interface Booking {
  readonly marketplaceId: number;
  readonly variants: readonly number[];
  readonly pollBegan: Date;
  readonly heldUntil: Date;
}

async function book(tx: Tx, ctx: Context, booking: Booking): Promise<void> {
  const at = ctx.clock.now();
  const shelves = await loadShelves(tx, await lockVariants(tx, booking.variants));
  const listings = listingsById(shelves.values());
  const epochs = new Map((await pendingEpochs(tx, [...listings.keys()])).map((epoch) => [epoch.id, epoch]));
  const movements: NewMovement[] = [];
  for (const { id } of [...epochs.values()]) {
    const epoch = epochs.get(id);
    const found = epoch === undefined ? undefined : listings.get(epoch.listingId);
    if (epoch === undefined || found === undefined) continue;
    if (!isRipe(epoch, found.listing, found.shelf, booking)) continue;
    movements.push(bookOne(epoch, found.shelf, found.listing, epochs));
  }
  for (const { listing } of listings.values()) release(listing, booking);
  const recorded = await recordMovements(tx, movements, at);
  const movementOf = new Map(recorded.map((movement) => [movement.variantId, movement.id]));
  await saveEpochs(tx, { changed: [...epochs.values()], closed: [], opened: [] }, at);
  await saveShelves(tx, shelves.values(), { movementOf, at });
}

function isRipe(epoch: Epoch, listing: ShelfListing, shelf: Shelf, booking: Booking): boolean {
  return (
    listing.marketplaceId === booking.marketplaceId &&
    !listing.isDeleted &&
    shelf.canSync &&
    pendingOf(epoch) !== 0 &&
    epoch.bookAfter !== null &&
    epoch.bookAfter <= booking.pollBegan
  );
}

/** Takes an epoch's difference into the quantity, and what other shops show of the same edit with it. */
function bookOne(epoch: Epoch, shelf: Shelf, listing: ShelfListing, epochs: Map<number, Epoch>): NewMovement {
  const units = pendingOf(epoch);
  const bookedNo = epoch.bookedNo + 1;
  epochs.set(epoch.id, { ...epoch, booked: epoch.booked + units, bookedNo });
  shelf.quantity += units;
  listing.stock = { ...listing.stock, pending: listing.stock.pending - units };
  for (const other of shelf.listings) {
    if (other === listing || other.isDeleted) continue;
    for (const twin of epochs.values()) {
      const share = pendingOf(twin);
      if (twin.listingId !== other.id || Math.sign(share) !== Math.sign(units)) continue;
      if (!isSameEdit(epoch, twin, other, shelf.quantity)) continue;
      epochs.set(twin.id, { ...twin, joined: twin.joined + share, joinedTo: epoch.id });
      other.stock = { ...other.stock, pending: other.stock.pending - share };
    }
  }
  return {
    storeId: shelf.storeId,
    variantId: shelf.variantId,
    adjustment: units,
    source: { type: 'Marketplace', marketplaceId: listing.marketplaceId },
    action: 'Changed on the marketplace',
    cause: `epoch:${String(epoch.id)}:${String(bookedNo)}`,
  };
}

/** A seller who types the same number into several shops means it once: they show the same, or what this booking makes true. */
function isSameEdit(epoch: Epoch, twin: Epoch, other: ShelfListing, quantity: number): boolean {
  if (epoch.reads.at(-1)?.measure === twin.reads.at(-1)?.measure) return true;
  const shown = other.stock.shop_quantity;
  if (shown === null) return false;
  const { low, high } = expectedNow(shown, other.sums);
  return low === quantity && high === quantity;
}

function release(listing: ShelfListing, { marketplaceId, heldUntil }: Booking): void {
  const { stock } = listing;
  if (listing.marketplaceId !== marketplaceId || !stock.held) return;
  if (stock.hold_read_at === null || stock.hold_read_at > heldUntil) return;
  listing.stock = { ...stock, held: false, hold_since: null, hold_read_at: null };
}
