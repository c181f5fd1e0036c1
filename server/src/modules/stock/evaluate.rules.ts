import type { Selectable } from 'kysely';
import type { Tables } from '../../tables.ts';
import { expectedNow, type EventSums } from './epoch.rules.ts';
import { sendOf, targetOf, type TargetFacts } from './target.rules.ts';
import { after, later, TOLERANCE_MS } from '../../platform/time-spans.ts';

export type ListingStock = Selectable<Tables['listing_stocks']>;

/** What a listing's number depends on besides its own row. */
export interface Surroundings extends TargetFacts {
  readonly shortElsewhere: number;
  /** Events after the last snapshot. */
  readonly sums: EventSums;
  /** What the open epoch cannot explain although nothing of it may be booked. */
  readonly odd: number;
  /** The lease of whoever evaluates: nothing was sent under it yet, so a write that is not needed may be left out. */
  readonly ownLease: string | null;
}

/**
 * noted: a lease is held, the push settles it when it ends. settled: the shop shows it already, nothing is written.
 * due: a write became due. unchanged: nothing new.
 */
export type Verdict = 'noted' | 'settled' | 'due' | 'unchanged';

/**
 * Decides whether a listing must be written, from what it should show and what it shows by our reckoning.
 * A write is skipped only where it is provably needless: an absolute write erases sales that we have not heard of.
 */
export function evaluateListing(
  stock: ListingStock,
  around: Surroundings,
  now: Date,
): { stock: ListingStock; verdict: Verdict } {
  const { target, transformed } = targetOf(around);
  const send = sendOf(around, stock.pending, around.shortElsewhere);
  const wanted: ListingStock = { ...stock, target, transformed, send, forced: around.forced };
  const isLeased = stock.lease_token !== null;
  const isShown = isProvablyShown(stock, send, around.sums);
  const mayLeaveOut = isShown && stock.lease_token === around.ownLease && stock.attempt_id === null;
  if (stock.counted_from === null || stock.shop_quantity === null || (isLeased && !mayLeaveOut)) {
    return { stock: flagged(wanted, around, now), verdict: 'noted' };
  }
  if (isShown) {
    const settled = {
      ...wanted,
      acked_rev: stock.target_rev,
      due_since: null,
      retry_at: null,
      lease_token: null,
      lease_until: null,
    };
    const verdict = stock.acked_rev < stock.target_rev ? 'settled' : 'unchanged';
    return { stock: flagged(withoutRefusal(settled), around, now), verdict };
  }
  const isBehind = stock.acked_rev < stock.target_rev;
  if (isBehind && send === stock.send) return { stock: flagged(wanted, around, now), verdict: 'unchanged' };
  const refused = stock.flag === 'rejected';
  const due = {
    ...withoutRefusal(wanted),
    target_rev: stock.target_rev + 1,
    due_since: stock.due_since ?? now,
    retry_at: refused ? null : mayBeShown(stock, send, around.sums) ? doubtEnds(stock, now) : stock.retry_at,
  };
  return { stock: flagged(due, around, now), verdict: 'due' };
}

/** The reckoning is one number, it is the wanted one, and no write that may still land could change it. */
function isProvablyShown(stock: ListingStock, send: number, sums: EventSums): boolean {
  if (stock.shop_quantity === null) return false;
  const { low, high } = expectedNow(stock.shop_quantity, sums);
  if (low !== send || high !== send) return false;
  return stock.quarantine_until === null || (stock.failures === 0 && stock.acked_quantity === send);
}

/**
 * The shop took this very number last, and what is in doubt is only which came first, that write or an order of the shop: written
 * at once, it would be in the same doubt again, and so on until the time for it is over.
 */
function mayBeShown(stock: ListingStock, send: number, sums: EventSums): boolean {
  if (stock.shop_quantity === null || stock.acked_quantity !== send || stock.quarantine_until !== null)
    return false;
  const { low, high } = expectedNow(stock.shop_quantity, sums);
  return low <= send && send <= high;
}

/** When a write would lie after everything that is known now, for certain. */
function doubtEnds(stock: ListingStock, now: Date): Date {
  const ends = after(now, TOLERANCE_MS + 1);
  return stock.retry_at === null ? ends : later(stock.retry_at, ends);
}

function withoutRefusal(stock: ListingStock): ListingStock {
  return stock.flag === 'rejected' ? { ...stock, flag: null, flag_reason: null, flagged_at: null } : stock;
}

/** The one thing about a listing that a person should know, most urgent first. A refusal is set and cleared where it happens. */
function flagged(stock: ListingStock, around: Surroundings, now: Date): ListingStock {
  if (stock.flag === 'rejected') return stock;
  const [flag, reason] = flagOf(stock, around);
  if (flag === stock.flag && reason === stock.flag_reason) return stock;
  return {
    ...stock,
    flag,
    flag_reason: reason,
    flagged_at: flag === null ? null : flag === stock.flag ? stock.flagged_at : now,
  };
}

function flagOf(stock: ListingStock, around: Surroundings): [ListingStock['flag'], string | null] {
  const difference = stock.pending + around.odd;
  const isLate = stock.flag === 'out_of_sync' && stock.flag_reason === LATE_REASON;
  if (difference !== 0) return ['out_of_sync', differenceReason(difference, stock.pending !== 0)];
  if (isLate && stock.acked_rev < stock.target_rev) return ['out_of_sync', LATE_REASON];
  if (around.reserved > Math.max(0, around.quantity)) {
    return [
      'campaign_holds_more',
      `A campaign on the marketplace holds ${String(around.reserved)}, more than there is. End or shrink the campaign there, or restock.`,
    ];
  }
  if (around.cap !== null && around.cap < around.quantity) {
    return ['limited', `The marketplace takes ${String(around.cap)} at most, so it shows that.`];
  }
  return [null, null];
}

/** What a listing says that has waited for its write longer than a push takes. */
export const LATE_REASON =
  'The marketplace has not taken the new quantity yet. We keep trying; nothing needs to be done.';

function differenceReason(units: number, isAdopted: boolean): string {
  const what = `The marketplace shows ${String(Math.abs(units))} ${units > 0 ? 'more' : 'less'} than its orders explain: an order not listed yet, or an edit there.`;
  return isAdopted
    ? `${what} Once its orders have been read it becomes part of the quantity by itself.`
    : `${what} It is set back to the quantity here; to change stock, adjust it here.`;
}
