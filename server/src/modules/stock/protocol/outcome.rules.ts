import type { ChannelFacts, StockResult } from '@evenstock/connectors/kit/connector';
import { english } from '@evenstock/contract/messages/english';
import { fromChannel, message, type Message } from '@evenstock/contract/messages/message';
import { eventTotalsAfter, type ListingEvent } from './epoch.rules.ts';
import { reasonColumns, type ListingStock } from './evaluate.rules.ts';
import type { StockedListing } from './variant-stock.rules.ts';
import { after, later } from '../../../platform/time/time-spans.ts';

/** Nobody knows whether a push took effect, for a reason of ours. */
export const unknownOutcome = (reason: Message): StockResult => ({ outcome: 'unknown', reason });

/** One push of one listing, written before the call. */
export interface Attempt {
  readonly id: number;
  readonly listingId: number;
  readonly revision: number;
  readonly quantity: number;
  readonly transformed: boolean;
  /** On the channel's clock. */
  readonly sentAt: Date;
}

/** How an attempt ended. reopen: it was not sent and is due again. resend: its outcome is unknown, so it is sent again. */
export interface AttemptEnd {
  readonly id: number;
  readonly state: 'success' | 'failed' | 'superseded' | 'pending';
  readonly outcome: StockResult['outcome'];
  readonly reason: readonly Message[] | null;
  readonly then: 'reopen' | 'resend' | null;
}

export interface Outcome {
  readonly stock: ListingStock;
  readonly end: AttemptEnd;
  /** An acknowledged write begins an epoch; while an unknown one may still land nothing is inferred. */
  readonly epoch: 'begins' | 'ends' | 'goes on';
  readonly isSnapshot: boolean;
}

const QUARTER_OF_AN_HOUR = 900_000;
const DAY = 86_400_000;
const FIRST_BACKOFF_MS = 5_000;
const LONGEST_BACKOFF_MS = 300_000;
/** Cap of the first read-back when a timed-out write may land hours later. */
const FIRST_LOOK_MS = 60_000;

/**
 * What the answer to a push, or its absence, means for the listing.
 * @param times when the answer came: `answered` on the channel's clock, `now` on ours
 */
export function applyOutcome(
  stock: ListingStock,
  attempt: Attempt,
  result: StockResult,
  times: { readonly answered: Date; readonly now: Date },
  facts: ChannelFacts,
): Outcome {
  const free = { ...stock, lease_token: null, lease_until: null, attempt_id: null };
  switch (result.outcome) {
    case 'ok':
      return acknowledged(free, attempt, times.answered, facts);
    case 'rejected':
      return refused(free, attempt, result, times.now);
    case 'retry':
      return {
        stock: { ...free, retry_at: after(times.now, result.afterSeconds * 1000) },
        end: { id: attempt.id, state: 'pending', outcome: 'retry', reason: null, then: 'reopen' },
        epoch: 'goes on',
        isSnapshot: false,
      };
    case 'stale':
      return {
        stock: free,
        end: { id: attempt.id, state: 'pending', outcome: 'stale', reason: null, then: 'reopen' },
        epoch: 'goes on',
        isSnapshot: false,
      };
    case 'unknown':
      return unknown(free, attempt, sentence(result.reason), times, facts);
  }
}

/**
 * The listing after an attempt ended.
 * @param events those that may lie after the listing's snapshot
 */
export function afterOutcome(
  listing: StockedListing,
  { stock, epoch, isSnapshot }: Outcome,
  events: readonly ListingEvent[],
): StockedListing {
  const { snapshot_from: from, snapshot_until: until } = stock;
  const isDated = isSnapshot && from !== null && until !== null;
  return {
    ...listing,
    stock,
    eventTotals: isDated ? eventTotalsAfter({ from, until }, events) : listing.eventTotals,
    unexplainedUnbookable: epoch === 'goes on' ? listing.unexplainedUnbookable : 0,
  };
}

function acknowledged(stock: ListingStock, attempt: Attempt, answered: Date, facts: ChannelFacts): Outcome {
  const wasRefused = stock.flag === 'rejected';
  // A write that was sent when no lost one could land any more is the last word.
  const isClean = stock.quarantine_until === null || attempt.sentAt > stock.quarantine_until;
  return {
    stock: {
      ...stock,
      quarantine_until: isClean ? null : stock.quarantine_until,
      acked_rev: Math.max(stock.acked_rev, attempt.revision),
      acked_quantity: attempt.quantity,
      acked_at: answered,
      shop_quantity: attempt.quantity,
      shown_transformed: attempt.transformed,
      snapshot_from: attempt.sentAt,
      snapshot_until: after(answered, facts.settlesWithin * 1000),
      failures: 0,
      retry_at: null,
      due_since: null,
      flag: wasRefused ? null : stock.flag,
      ...(wasRefused ? reasonColumns(null) : {}),
      flagged_at: wasRefused ? null : stock.flagged_at,
    },
    end: { id: attempt.id, state: 'success', outcome: 'ok', reason: null, then: null },
    epoch: isClean ? 'begins' : 'ends',
    isSnapshot: true,
  };
}

function refused(
  stock: ListingStock,
  attempt: Attempt,
  result: StockResult & { outcome: 'rejected' },
  now: Date,
): Outcome {
  const reason = [
    message('stock.quantity_not_taken', { quantity: attempt.quantity }),
    sentence(result.reason),
    message(result.mayPass ? 'stock.tried_soon' : 'stock.tried_daily'),
  ];
  return {
    stock: {
      ...stock,
      retry_at: after(now, result.mayPass ? QUARTER_OF_AN_HOUR : DAY),
      flag: 'rejected',
      ...reasonColumns(reason),
      flagged_at: stock.flag === 'rejected' ? stock.flagged_at : now,
    },
    end: { id: attempt.id, state: 'failed', outcome: 'rejected', reason, then: null },
    epoch: 'goes on',
    isSnapshot: false,
  };
}

/** Ends a marketplace's own words as a sentence, as another message follows. */
function sentence(reason: Message): Message {
  if (reason.code !== 'api.channel') return reason;
  const text = english(reason).trim();
  return /[.!?]$/.test(text) ? reason : fromChannel(`${text}.`);
}

/** An unknown outcome is sent again at once, as a set is absolute. It is read back when the lost request can no longer land. */
function unknown(
  stock: ListingStock,
  attempt: Attempt,
  reason: Message,
  times: { readonly answered: Date; readonly now: Date },
  facts: ChannelFacts,
): Outcome {
  const landsUntil = after(attempt.sentAt, (facts.lateWriteBound + facts.settlesWithin) * 1000);
  const quarantine = stock.quarantine_until === null ? landsUntil : later(stock.quarantine_until, landsUntil);
  const verifyIn = Math.min(quarantine.getTime() - times.answered.getTime() + 1, FIRST_LOOK_MS);
  const failures = stock.failures + 1;
  const wait = failures === 1 ? 0 : Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (failures - 2));
  return {
    stock: {
      ...stock,
      quarantine_until: quarantine,
      verify_at: after(times.now, Math.max(0, verifyIn)),
      failures,
      retry_at: after(times.now, wait),
    },
    end: {
      id: attempt.id,
      state: 'superseded',
      outcome: 'unknown',
      reason: [reason, message('stock.sent_again')],
      then: 'resend',
    },
    epoch: 'ends',
    isSnapshot: false,
  };
}
