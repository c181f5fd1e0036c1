import { after, later, type TimeSpan } from '../../../platform/time/time-spans.ts';
import { differencesOf } from '../protocol/differences.rules.ts';
import type { ListingEvent } from '../protocol/epoch.rules.ts';
import { pendingOf, type Epoch } from '../protocol/observe.rules.ts';

/** Units that a shop shows more, which no order explains, and the beginning of the read that showed them first. */
export interface Rise {
  readonly units: number;
  readonly at: Date;
}

/** What a shop's own reads have shown since an instant, on the channel's clock. */
export interface ShopRises {
  readonly rises: readonly Rise[];
  /** Units of the rises, the latest ones, that are not in the ledger yet. */
  readonly unbooked: number;
  /** The end of the last read; null: there was none. */
  readonly lastReadAt: Date | null;
}

/** A unit that is put back at the shop later than this after the member's restock is another one. */
const PUT_BACK_WITHIN_MS = 3_600_000;

/** The rises of a listing's number since an instant. What fell again later is none. */
export function risesSince(epochs: readonly Epoch[], since: Date): ShopRises {
  const lastReadAt = epochs
    .flatMap(({ reads }) => reads.at(-1)?.until ?? [])
    .reduce<Date | null>((last, until) => (last === null ? until : later(last, until)), null);
  const rises = epochs.flatMap((epoch) => risesWithin(epoch, since));
  const unbooked = epochs.reduce((sum, epoch) => sum + Math.max(0, pendingOf(epoch)), 0);
  return { rises, unbooked: Math.min(unbooked, sumOf(rises)), lastReadAt };
}

function risesWithin({ value, reads, events, bookable, before }: Epoch, since: Date): Rise[] {
  if (!bookable) return [];
  let known = 0;
  const rises: Rise[] = [];
  for (const [index, read] of reads.entries()) {
    const { unexplained } = differencesOf(value, reads.slice(0, index + 1), events, bookable, before);
    const more = unexplained - known;
    known = unexplained;
    if (read.until < since) continue;
    if (more > 0) rises.push({ units: more, at: read.from });
    else takeOff(rises, -more);
  }
  return rises;
}

function takeOff(rises: Rise[], units: number): void {
  let left = units;
  while (left > 0) {
    const last = rises.pop();
    if (last === undefined) return;
    if (last.units > left) rises.push({ ...last, units: last.units - left });
    left -= last.units;
  }
}

const sumOf = (rises: readonly Rise[]): number => rises.reduce((sum, { units }) => sum + units, 0);

/** Units of these rises that a restock may take as its own, and how many of them are in the ledger already. */
export function shownAgain(
  { rises, unbooked }: ShopRises,
  units: number,
): { readonly units: number; readonly booked: number } {
  const shown = sumOf(rises);
  return { units: Math.min(units, shown), booked: Math.min(units, shown - unbooked) };
}

/**
 * The events of a listing that follow from a member's restock of returned units: the seller may have put them back at the shop as
 * well, and then they count once. What the shop has shown already is explained first; the rest may still be shown for an hour.
 * @param isApart the shop's rises are of other units
 * @param restock since when units came back, and the moment of the restock, on the channel's clock
 */
export function putBackEvents(
  { rises, lastReadAt }: ShopRises,
  units: number,
  isApart: boolean,
  restock: TimeSpan,
): ListingEvent[] {
  let left = units;
  const events: ListingEvent[] = [];
  for (const rise of isApart ? [] : rises) {
    const taken = Math.min(left, rise.units);
    if (taken === 0) break;
    events.push({ delta: taken, from: rise.at, until: rise.at, isPossible: true });
    left -= taken;
  }
  if (left === 0) return events;
  const from = isApart ? restock.until : later(restock.from, lastReadAt ?? restock.from);
  return [
    ...events,
    { delta: left, from, until: after(restock.until, PUT_BACK_WITHIN_MS), isPossible: true },
  ];
}
