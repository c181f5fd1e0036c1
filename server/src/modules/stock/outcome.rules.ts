import type { ChannelFacts, StockResult } from '@evenstock/connectors/kit/connector';
import type { ListingStock } from './evaluate.rules.ts';
import { after, later } from '../../platform/time-spans.ts';

/** One push of one listing, as written before the call. */
export interface Attempt {
  readonly id: number;
  readonly listingId: number;
  readonly revision: number;
  readonly quantity: number;
  readonly transformed: boolean;
  /** On the channel's clock. */
  readonly sentAt: Date;
}

/** How an attempt ended. reopen: it was not taken and is due again. resend: nobody knows, so it is sent again. */
export interface AttemptEnd {
  readonly id: number;
  readonly state: 'success' | 'failed' | 'superseded' | 'pending';
  readonly outcome: StockResult['outcome'];
  readonly reason: string | null;
  readonly then: 'reopen' | 'resend' | null;
}

export interface Outcome {
  readonly stock: ListingStock;
  readonly end: AttemptEnd;
  /** An acknowledged write begins an epoch; after an unknown one nothing is inferred until a clean read. */
  readonly epoch: 'begins' | 'ends' | 'goes on';
  readonly isSnapshot: boolean;
}

const QUARTER_OF_AN_HOUR = 900_000;
const DAY = 86_400_000;
const FIRST_BACKOFF_MS = 5_000;
const LONGEST_BACKOFF_MS = 300_000;
/** Where a dead request may land for hours, nobody waits that long before the first look. */
const FIRST_LOOK_MS = 60_000;

/**
 * What an answer (or none) to a push means for the listing.
 * @param times when the answer was here: on the channel's clock and on ours
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
      return unknown(free, attempt, result.reason, times, facts);
  }
}

function acknowledged(stock: ListingStock, attempt: Attempt, answered: Date, facts: ChannelFacts): Outcome {
  const wasRefused = stock.flag === 'rejected';
  return {
    stock: {
      ...stock,
      acked_rev: Math.max(stock.acked_rev, attempt.revision),
      acked_quantity: attempt.quantity,
      acked_at: answered,
      shop_quantity: attempt.quantity,
      snapshot_from: attempt.sentAt,
      snapshot_until: after(answered, facts.settlesWithin * 1000),
      failures: 0,
      retry_at: null,
      due_since: null,
      flag: wasRefused ? null : stock.flag,
      flag_reason: wasRefused ? null : stock.flag_reason,
      flagged_at: wasRefused ? null : stock.flagged_at,
    },
    end: { id: attempt.id, state: 'success', outcome: 'ok', reason: null, then: null },
    epoch: stock.quarantine_until === null ? 'begins' : 'ends',
    isSnapshot: true,
  };
}

function refused(
  stock: ListingStock,
  attempt: Attempt,
  result: StockResult & { outcome: 'rejected' },
  now: Date,
): Outcome {
  const again = result.mayPass
    ? 'We try again every quarter of an hour, and when the quantity changes.'
    : 'Put it right on the marketplace; we try again once a day, and when the quantity changes.';
  const reason = `The marketplace refused ${String(attempt.quantity)}: ${sentence(result.reason)} ${again}`;
  return {
    stock: {
      ...stock,
      retry_at: after(now, result.mayPass ? QUARTER_OF_AN_HOUR : DAY),
      flag: 'rejected',
      flag_reason: reason,
      flagged_at: stock.flag === 'rejected' ? stock.flagged_at : now,
    },
    end: { id: attempt.id, state: 'failed', outcome: 'rejected', reason, then: null },
    epoch: 'goes on',
    isSnapshot: false,
  };
}

function sentence(text: string): string {
  const trimmed = text.trim();
  return /[.!?]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}

/** Sent again at once, for a set is absolute and does no harm twice; read back when the dead request can no longer land. */
function unknown(
  stock: ListingStock,
  attempt: Attempt,
  reason: string,
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
      reason: `${sentence(reason)} It is sent again, and read back later.`,
      then: 'resend',
    },
    epoch: 'ends',
    isSnapshot: false,
  };
}
