import {
  eventTotalsAfter,
  noEventTotals,
  type EventTotals,
  type ListingEvent,
} from '../protocol/epoch.rules.ts';
import type { ListingStock } from '../protocol/evaluate.rules.ts';
import type { Observation } from '../protocol/observe.rules.ts';
import type { StockedListing } from '../protocol/variant-stock.rules.ts';

/**
 * The listing after a read.
 * @param events those that may lie after the listing's snapshot
 */
export function afterObservation(
  listing: StockedListing,
  seen: Observation,
  events: readonly ListingEvent[],
): StockedListing {
  return {
    ...listing,
    stock: seen.stock,
    eventTotals: seen.isSnapshot ? eventTotalsNow(seen.stock, events) : listing.eventTotals,
    unexplainedUnbookable: unbookableAfter(listing, seen),
  };
}

function unbookableAfter(listing: StockedListing, { epoch, closesEpoch, opens }: Observation): number {
  if (epoch !== null) return epoch.bookable || closesEpoch ? 0 : epoch.unexplained;
  return opens === null ? listing.unexplainedUnbookable : 0;
}

function eventTotalsNow(stock: ListingStock, events: readonly ListingEvent[]): EventTotals {
  const { snapshot_from: from, snapshot_until: until } = stock;
  return from === null || until === null ? noEventTotals : eventTotalsAfter({ from, until }, events);
}
