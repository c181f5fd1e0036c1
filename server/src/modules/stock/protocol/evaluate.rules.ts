import { englishOf } from '@evenstock/contract/messages/english';
import { message, type Message, type MessageOnWire } from '@evenstock/contract/messages/message';
import type { Selectable } from 'kysely';
import type { Tables } from '../../../tables.ts';
import { expectedQuantity, type EventTotals } from './epoch.rules.ts';
import { forSale, keptBack, sendOf, targetOf, type TargetFacts } from './target.rules.ts';
import { after, later, TOLERANCE_MS } from '../../../platform/time/time-spans.ts';

export interface ListingStock extends Omit<Selectable<Tables['listing_stocks']>, 'flag_messages'> {
  /** What `flag_reason` says, as messages; null without a reason. */
  readonly flag_messages: readonly MessageOnWire[] | null;
}

/** What the evaluation of a listing depends on besides its own row. */
export interface EvaluationInputs extends TargetFacts {
  /** Sum of the other listings' pending differences below zero. */
  readonly shortElsewhere: number;
  /** Totals of the order events after the last snapshot. */
  readonly eventTotals: EventTotals;
  /** Difference in the open epoch that must not be booked. */
  readonly unexplainedUnbookable: number;
  /** The caller's lease: nothing was sent under it yet, so a needless push may be skipped. */
  readonly ownLease: string | null;
}

/**
 * noted: there is no baseline, or another worker holds the lease and evaluates again when its push ends. settled: the shop shows the
 * number already. due: a push became due. unchanged: nothing new.
 */
export type Verdict = 'noted' | 'settled' | 'due' | 'unchanged';

/**
 * Decides whether a listing must be written, from its target and its expected quantity. A push is skipped only where it is provably
 * needless: a needless one could erase a sale that was not imported yet.
 */
export function evaluateListing(
  stock: ListingStock,
  inputs: EvaluationInputs,
  now: Date,
): { stock: ListingStock; verdict: Verdict } {
  const { target } = targetOf(inputs);
  const { send, transformed } = sendOf(inputs, stock.pending, inputs.shortElsewhere);
  const wanted: ListingStock = {
    ...stock,
    target,
    transformed,
    send,
    safety: inputs.safety,
    kept_for_another: inputs.keptForAnother,
    forced: inputs.forced,
    expected_quantity: shownNow(stock, send, inputs.eventTotals),
  };
  const isLeased = stock.lease_token !== null;
  const isShown =
    isProvablyShown(stock, send, inputs.eventTotals) && !hasOtherMeaning(wanted, keptBack(inputs));
  const mayLeaveOut = isShown && stock.lease_token === inputs.ownLease && stock.attempt_id === null;
  if (stock.counted_from === null || stock.shop_quantity === null || (isLeased && !mayLeaveOut)) {
    return { stock: flagged(wanted, inputs, now), verdict: 'noted' };
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
    return { stock: flagged(withoutRefusal(settled), inputs, now), verdict };
  }
  const isBehind = stock.acked_rev < stock.target_rev;
  if (isBehind && send === stock.send) return { stock: flagged(wanted, inputs, now), verdict: 'unchanged' };
  const refused = stock.flag === 'rejected';
  const due = {
    ...withoutRefusal(wanted),
    target_rev: stock.target_rev + 1,
    due_since: stock.due_since ?? now,
    retry_at: refused
      ? null
      : mayBeShown(stock, send, inputs.eventTotals)
        ? doubtEnds(stock, now)
        : stock.retry_at,
  };
  return { stock: flagged(due, inputs, now), verdict: 'due' };
}

/** What the shop is expected to show: of the possible numbers, the one nearest to `send`. Null: it was never read. */
function shownNow(stock: ListingStock, send: number, sums: EventTotals): number | null {
  if (stock.shop_quantity === null) return null;
  const { low, high } = expectedQuantity(stock.shop_quantity, sums);
  return Math.min(Math.max(send, low), high);
}

/**
 * Whether the meaning of the shop's number changes: units are kept back from now on or no longer, or a listing at 0 represents the
 * quantity again. It is written although the number is the same, so that a later edit is read with the right meaning.
 */
function hasOtherMeaning(
  { transformed, shown_transformed: wasTransformed, send }: ListingStock,
  unitsKept: number,
): boolean {
  if (transformed === wasTransformed) return false;
  return unitsKept > 0 || (send === 0 && !transformed);
}

/** The expected quantity is exactly the number to send, and no late write can change it. */
function isProvablyShown(stock: ListingStock, send: number, sums: EventTotals): boolean {
  if (stock.shop_quantity === null) return false;
  const { low, high } = expectedQuantity(stock.shop_quantity, sums);
  if (low !== send || high !== send) return false;
  return stock.quarantine_until === null || (stock.failures === 0 && stock.acked_quantity === send);
}

/**
 * Whether the last acknowledged number is the one to send, and only its order with an event of the shop is ambiguous. Rewriting now
 * leaves the order ambiguous again: wait until the ambiguity window has passed.
 */
function mayBeShown(stock: ListingStock, send: number, sums: EventTotals): boolean {
  if (stock.shop_quantity === null || stock.acked_quantity !== send || stock.quarantine_until !== null)
    return false;
  const { low, high } = expectedQuantity(stock.shop_quantity, sums);
  return low <= send && send <= high;
}

/** From then on a write lies certainly after every event known now. */
function doubtEnds(stock: ListingStock, now: Date): Date {
  const ends = after(now, TOLERANCE_MS + 1);
  return stock.retry_at === null ? ends : later(stock.retry_at, ends);
}

function withoutRefusal(stock: ListingStock): ListingStock {
  return stock.flag === 'rejected'
    ? { ...stock, flag: null, ...reasonColumns(null), flagged_at: null }
    : stock;
}

/** Sets the most urgent flag of a listing. A refusal is set and cleared with the outcome of a push. */
function flagged(stock: ListingStock, inputs: EvaluationInputs, now: Date): ListingStock {
  if (stock.flag === 'rejected') return stock;
  const [flag, messages] = flagOf(stock, inputs);
  const reason = reasonColumns(messages);
  if (flag === stock.flag && reason.flag_reason === stock.flag_reason) return stock;
  return {
    ...stock,
    flag,
    ...reason,
    flagged_at: flag === null ? null : flag === stock.flag ? stock.flagged_at : now,
  };
}

function flagOf(
  stock: ListingStock,
  inputs: EvaluationInputs,
): [ListingStock['flag'], readonly Message[] | null] {
  const difference = stock.pending + inputs.unexplainedUnbookable;
  const isLate = stock.flag === 'out_of_sync' && stock.flag_reason === lateReason.flag_reason;
  if (difference !== 0) return ['out_of_sync', differenceReason(difference, stock.pending !== 0)];
  if (isLate && stock.acked_rev < stock.target_rev) return ['out_of_sync', [late]];
  const { reserved, cap } = inputs;
  const onShelf = Math.max(0, forSale(inputs));
  if (reserved > onShelf) {
    return ['campaign_holds_more', [message('stock.campaign_holds_more', { reserved })]];
  }
  if (cap !== null && cap < onShelf) return ['limited', [message('stock.limited', { cap })]];
  return [null, null];
}

/** The columns of a flag's reason. */
export function reasonColumns(
  messages: readonly Message[] | null,
): Pick<ListingStock, 'flag_reason' | 'flag_messages'> {
  return { flag_reason: messages === null ? null : englishOf(messages), flag_messages: messages };
}

const late = message('stock.late');
/** The reason of a listing whose push has been due for too long. */
export const lateReason = reasonColumns([late]);

const differenceReason = (units: number, isAdopted: boolean): readonly Message[] => [
  message(units > 0 ? 'stock.shows_more' : 'stock.shows_less', { units: Math.abs(units) }),
  message(isAdopted ? 'stock.becomes_stock' : 'stock.is_set_back'),
];
