import { after, type TimeSpan } from '../../../platform/time/time-spans.ts';
import type { ListingEvent } from './epoch.rules.ts';

/** A shop's number that stands for the quantity: it is neither forced, capped nor reserved, and its channel hides no unpaid holds. */
export interface Witness {
  readonly listingId: number;
  readonly shows: number;
  /** Units that it does not show of the quantity. */
  readonly keptBack: number;
  readonly readAt: TimeSpan;
  /** When we last wrote to a shop before the database went back. */
  readonly lostAt: Date;
}

/**
 * An order's effect on the quantity, and on the shop of its listing. Without a listing it changes the quantity alone: for example, a
 * marketplace may not show units that a cancellation put back.
 */
export type QuantityEvent = ListingEvent & { readonly listingId: number | null };

/** Quantities of now that explain what a shop shows. */
export interface Explaining {
  readonly low: number;
  readonly high: number;
}

/** A sale within this time before the last write may not have been written to the other shops yet. */
export const UNWRITTEN_MS = 300_000;

/**
 * The quantities that explain a shop's number: as of the last write it showed the quantity, give or take the orders just before;
 * since then it has its own orders, and the quantity those of all shops. A shop at 0 also shows units owed, and fewer than it keeps
 * back.
 */
export function explaining(witness: Witness, events: readonly QuantityEvent[]): Explaining {
  const isSince = ({ from }: QuantityEvent): boolean => from > witness.lostAt;
  const own = events.filter(
    (event) => event.listingId === witness.listingId && isSince(event) && event.from <= witness.readAt.until,
  );
  const atLoss = witness.shows - totalOf(own);
  const total = totalOf(events.filter(isSince));
  const began = after(witness.lostAt, -UNWRITTEN_MS);
  const unwritten = events.filter((event) => !isSince(event) && event.until >= began);
  const fallen = totalOf(unwritten.filter(({ delta }) => delta < 0));
  const risen = totalOf(unwritten.filter(({ delta }) => delta > 0));
  return {
    low: atLoss <= 0 ? Number.NEGATIVE_INFINITY : atLoss + witness.keptBack + total + fallen,
    high: Math.max(0, atLoss) + witness.keptBack + total + risen,
  };
}

/** The quantities after a change that no order made and that no shop shows yet. */
export const changedBy = ({ low, high }: Explaining, units: number): Explaining => ({
  low: low + units,
  high: high + units,
});

const totalOf = (events: readonly QuantityEvent[]): number =>
  events.reduce((sum, { delta }) => sum + delta, 0);

const holds = ({ low, high }: Explaining, quantity: number): boolean => low <= quantity && quantity <= high;

/** Whether the quantity explains none of the shops, though there are some to ask. */
export function explainsNone(quantity: number, witnesses: readonly Explaining[]): boolean {
  return witnesses.length > 0 && witnesses.every((range) => !holds(range, quantity));
}

/**
 * The quantity where what we knew alone is lost: the one number that explains every shop, never the lowest and never the majority.
 * @returns null where no number, or more than one, explains them all: a member counts
 */
export function quantityOf(ledger: number, witnesses: readonly Explaining[]): number | null {
  if (witnesses.length === 0) return null;
  const low = Math.max(...witnesses.map((range) => range.low));
  const high = Math.min(...witnesses.map((range) => range.high));
  if (low === high) return low;
  const isOwed = low === Number.NEGATIVE_INFINITY && holds({ low, high }, ledger) && ledger <= 0;
  return isOwed ? ledger : null;
}
