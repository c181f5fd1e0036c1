import { movementMessages, type MovementAction } from '@evenstock/contract/messages/catalog/movements';
import { later, TOLERANCE_MS } from '../../../platform/time/time-spans.ts';
import type { Differences } from '../protocol/differences.rules.ts';
import { addEvent, eventTotalsAfter, stillBooked, type ListingEvent } from '../protocol/epoch.rules.ts';
import { beginOfDoubt } from '../protocol/first-count.rules.ts';
import type { NewMovement } from '../ledger/movement.ts';
import { joinEdits, type Joining } from '../reads/observe-batch.rules.ts';
import {
  pendingOf,
  recalculated,
  unbookedOf,
  type Epoch,
  type PollRules,
} from '../protocol/observe.rules.ts';
import type { LinePart } from '../protocol/sets.rules.ts';
import { snapshotOf, withSnapshot } from '../protocol/snapshot.rules.ts';
import {
  listingsById,
  withListings,
  withPending,
  withStock,
  type ListingOfVariant,
  type StockedListing,
  type VariantStock,
  type VariantStocks,
} from '../protocol/variant-stock.rules.ts';

/** What an order line did to the number that its own shop shows. */
export interface LineListingEvent extends ListingEvent {
  readonly kind: 'placed' | 'restored';
  readonly seq: number;
}

/** What a change of an order line does to stock. */
export interface LineEffect {
  readonly orderId: number;
  readonly orderItemId: number;
  /** The variant whose quantity it changes. */
  readonly variantId: number;
  /** Units added (negative: taken away); 0 where only the shop's own number changed. */
  readonly adjustment: number;
  readonly action: MovementAction;
  /** Names the line's effects by number, not by state: so the second −2 of −2, −1, −2 is another entry. */
  readonly cause: string;
  readonly listingId: number | null;
  /** The parts that the line sold as a set; null: it sold no set. */
  readonly parts: readonly LinePart[] | null;
  readonly events: readonly LineListingEvent[];
  /** It is ambiguous whether the listing's baseline includes it: the listing must be read again before it is written. */
  readonly isDoubtful: boolean;
  /**
   * The marketplace may have put cancelled units back until then, on its clock. It does not say which, so the listing must be
   * read back. Null: it put none back.
   */
  readonly restorableUntil: Date | null;
}

/** An event with its listing and its order line. */
export type OwnEvent = LineListingEvent & { readonly listingId: number; readonly orderItemId: number };

/** The events of all lines that belong to a listing; those of a bundle belong to the listings of its parts. */
export function eventsOf(effects: readonly LineEffect[]): OwnEvent[] {
  return effects.flatMap((effect) =>
    listingsSold(effect).flatMap(({ listingId, units }) =>
      effect.events.map((event) => ({
        ...event,
        delta: event.delta * units,
        listingId,
        orderItemId: effect.orderItemId,
      })),
    ),
  );
}

/** The listings whose numbers a line changes, and by how many units each. */
function listingsSold({
  listingId,
  parts,
}: Pick<LineEffect, 'listingId' | 'parts'>): { readonly listingId: number; readonly units: number }[] {
  const ofParts = (parts ?? []).flatMap((part) =>
    part.listingId === null ? [] : [{ listingId: part.listingId, units: part.units }],
  );
  if (ofParts.length > 0) return ofParts;
  return listingId === null ? [] : [{ listingId, units: 1 }];
}

/**
 * The ledger entries of a line's effect: one, or one for each part of a set. A line from before its variant was a set has none: the
 * variant has no ledger any more.
 */
export function movementsOfLine(effect: LineEffect, { storeId, madeOf }: VariantStock): NewMovement[] {
  const { adjustment, orderId, action, parts } = effect;
  if (adjustment === 0 || (parts === null && madeOf !== null)) return [];
  const source = { type: 'Order', orderId } as const;
  if (parts === null) {
    return [{ storeId, variantId: effect.variantId, adjustment, source, action, cause: effect.cause }];
  }
  const moved = new Map<number, LinePart>();
  for (const part of parts) {
    const units = part.units + (moved.get(part.partId)?.units ?? 0);
    moved.set(part.partId, { ...part, units });
  }
  return Array.from(moved.values(), ({ partId, variantId, units }) => ({
    storeId,
    variantId,
    adjustment: adjustment * units,
    source,
    action,
    cause: `${effect.cause}:${String(partId)}`,
  }));
}

/** The stock with these events in the expected quantities of their listings. */
export function withEvents(stocks: VariantStocks, events: readonly OwnEvent[]): VariantStocks {
  const listings = listingsById(stocks);
  const changed = new Map<number, StockedListing>();
  for (const event of events) {
    const listing = changed.get(event.listingId) ?? listings.get(event.listingId)?.listing;
    if (listing === undefined) continue;
    const { snapshot_from: from, snapshot_until: until } = listing.stock;
    if (from === null || until === null) continue;
    changed.set(listing.id, {
      ...listing,
      eventTotals: addEvent(listing.eventTotals, { from, until }, event),
    });
  }
  return withListings(stocks, changed);
}

/** Whether a read may have seen the event: only then does the event change what reads mean. */
export function mayHaveBeenRead(listing: StockedListing | undefined, event: ListingEvent): boolean {
  const read = listing?.stock.read_at;
  return read != null && read.getTime() + TOLERANCE_MS >= event.from.getTime();
}

/** What follows from events that fall inside epochs. */
export interface Explanation {
  readonly stocks: VariantStocks;
  readonly epochs: readonly Epoch[];
  /** Reversals of bookings that an order explains. */
  readonly movements: readonly NewMovement[];
  /** Epochs whose whole booking was reversed. */
  readonly reversed: readonly number[];
}

/**
 * Recalculates the epochs in which new events fall: a difference that an order explains is none.
 * @param factsOf the facts of a listing's channel
 */
export function explainEpochs(
  stocks: VariantStocks,
  epochs: readonly Epoch[],
  factsOf: (listing: StockedListing) => PollRules,
): Explanation {
  const listings = listingsById(stocks);
  const changed = new Map<number, StockedListing>();
  const explained: Epoch[] = [];
  const movements: NewMovement[] = [];
  const reversed: number[] = [];
  for (const epoch of epochs) {
    const found = listings.get(epoch.listingId);
    if (found === undefined) continue;
    const { epoch: next, movement } = explainedEpoch(epoch, found, factsOf(found.listing));
    const listing = withPending(
      withLastRead(changed.get(epoch.listingId) ?? found.listing, next),
      pendingOf(next) - pendingOf(epoch),
    );
    changed.set(
      listing.id,
      next.bookable ? listing : { ...listing, unexplainedUnbookable: next.unexplained },
    );
    explained.push(next);
    if (movement === null) continue;
    movements.push(movement);
    if (next.booked === 0) reversed.push(next.id);
  }
  return { stocks: withListings(stocks, changed), epochs: explained, movements, reversed };
}

/** The listing after an event that was read late: its last snapshot may be from before the event. */
function withLastRead(listing: StockedListing, epoch: Epoch & Pick<Differences, 'isExact'>): StockedListing {
  const read = epoch.reads.at(-1);
  const isLast = read?.until.getTime() === listing.stock.snapshot_until?.getTime();
  if (read === undefined || !isLast || epoch.isClosed) return listing;
  const snapshot = snapshotOf(read, epoch.value, epoch);
  return {
    ...withStock(listing, withSnapshot(listing.stock, snapshot)),
    eventTotals: eventTotalsAfter(snapshot, epoch.events),
  };
}

function explainedEpoch(
  epoch: Epoch,
  { variant, listing }: ListingOfVariant,
  facts: PollRules,
): { readonly epoch: Epoch & Pick<Differences, 'isExact'>; readonly movement: NewMovement | null } {
  const counted = recalculated(epoch, facts);
  const booked = stillBooked(epoch.booked, epoch.sure, counted.sure);
  const joined = stillBooked(epoch.joined, epoch.sure - epoch.booked, counted.sure - booked);
  const units = booked - epoch.booked;
  // A set has no ledger in which an earlier booking could be reversed.
  if (units === 0 || variant.madeOf !== null)
    return { epoch: { ...counted, booked, joined }, movement: null };
  const bookedNo = epoch.bookedNo + 1;
  const next = { ...counted, booked, joined, bookedNo };
  return {
    epoch: next,
    movement: {
      storeId: variant.storeId,
      variantId: variant.variantId,
      adjustment: units,
      source: { type: 'Marketplace', marketplaceId: listing.marketplaceId, listingId: listing.id },
      action: movementMessages.explained_by_order,
      cause: `epoch:${String(epoch.id)}:${String(bookedNo)}`,
      epochs: [next],
    },
  };
}

/**
 * Makes the differences of joined epochs pending again, after an order has reversed the booking that they were joined to. They keep
 * `joinedTo`, so that a booking of one joins the others to it.
 */
export function freeJoined(
  stocks: VariantStocks,
  joined: readonly Epoch[],
): { readonly stocks: VariantStocks; readonly epochs: readonly Epoch[] } {
  const listings = listingsById(stocks);
  const changed = new Map<number, StockedListing>();
  const epochs = joined.map((epoch) => {
    const free = { ...epoch, joined: 0 };
    const listing = changed.get(epoch.listingId) ?? listings.get(epoch.listingId)?.listing;
    if (listing !== undefined) {
      changed.set(listing.id, withPending(listing, pendingOf(free) - pendingOf(epoch)));
    }
    return free;
  });
  return { stocks: withListings(stocks, changed), epochs };
}

/**
 * Joins again what turns out to be no order after all, where the same edit was booked at another shop meanwhile.
 * @param before the epochs before they were recalculated
 * @param booked the epochs that these were joined to
 */
export function joinAgain(
  stocks: VariantStocks,
  { before, now }: { readonly before: readonly Epoch[]; readonly now: readonly Epoch[] },
  booked: readonly Epoch[],
): { readonly stocks: VariantStocks; readonly epochs: readonly Epoch[] } {
  const known = new Map(before.map((epoch) => [epoch.id, epoch]));
  const bookings = new Map(booked.map((epoch) => [epoch.id, epoch]));
  const joinings = now.flatMap((epoch): Joining[] => {
    const [was, booking] = [known.get(epoch.id), bookings.get(epoch.joinedTo ?? 0)];
    const sign = Math.sign(unbookedOf(epoch));
    if (was === undefined || booking === undefined || sign === 0) return [];
    const isNew = Math.sign(unbookedOf(was)) !== sign;
    return isNew && Math.sign(booking.booked) === sign ? [{ epoch, joinedTo: booking.id }] : [];
  });
  const joined = joinEdits(stocks, joinings);
  return { stocks: joined.stocks, epochs: now.map((epoch) => joined.epochs.get(epoch.id) ?? epoch) };
}

/** Holds the listings whose baseline may or may not include an order, until they are counted again. */
export function holdDoubtful(
  stocks: VariantStocks,
  effects: readonly LineEffect[],
  at: Date,
): { readonly stocks: VariantStocks; readonly toRead: readonly number[] } {
  const doubtful = effects.filter(({ isDoubtful }) => isDoubtful);
  if (doubtful.length === 0) return { stocks, toRead: [] };
  const listings = listingsById(stocks);
  const changed = new Map<number, StockedListing>();
  for (const { listingId } of doubtful.flatMap(listingsSold)) {
    const listing = listings.get(listingId)?.listing;
    if (listing?.stock.counted_until == null || !listing.stock.held) continue;
    const holdSince = beginOfDoubt(listing.stock.counted_until);
    changed.set(listing.id, withStock(listing, { hold_since: holdSince, hold_read_at: null, verify_at: at }));
  }
  return { stocks: withListings(stocks, changed), toRead: [...changed.keys()] };
}

/**
 * Has the listings read back whose marketplace may have restored cancelled units. Nothing else may write them: with restocking
 * switched off, or the quantity below 0, the number to send stays.
 * @param answersAreOfNow when an answer certainly stands for a moment after this one
 */
export function readBackRestored(
  stocks: VariantStocks,
  effects: readonly LineEffect[],
  answersAreOfNow: (listing: StockedListing) => Date,
): VariantStocks {
  const listings = listingsById(stocks);
  const changed = new Map<number, StockedListing>();
  const restorable = effects.flatMap((effect) =>
    listingsSold(effect).map(({ listingId }) => ({ listingId, until: effect.restorableUntil })),
  );
  for (const { listingId, until } of restorable) {
    if (until === null) continue;
    const listing = changed.get(listingId) ?? listings.get(listingId)?.listing;
    if (listing === undefined || listing.isDeleted || listing.stock.counted_from === null) continue;
    const due = answersAreOfNow(listing);
    const { verify_at: at, verify_from: from } = listing.stock;
    changed.set(
      listing.id,
      withStock(listing, {
        verify_at: at === null ? due : later(at, due),
        verify_from: from === null ? until : later(from, until),
      }),
    );
  }
  return withListings(stocks, changed);
}
