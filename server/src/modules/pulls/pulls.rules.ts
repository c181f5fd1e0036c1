import type { ChannelFacts } from '@evenstock/connectors/kit/connector';
import type { ChannelFault } from '@evenstock/connectors/kit/errors';
import { channels, type ChannelKind } from '@evenstock/contract/channels/channels';
import { message, type Message } from '@evenstock/contract/messages/message';
import type { Settings } from '../../context.ts';

/** What a first import brings. */
export type ImportedKind = 'listings' | 'orders';
export type PullKind = ImportedKind | 'returns';
/**
 * The scope of a pull. first: after authorisation. poll: the changes since the last one. reconcile: the last 48 hours of orders,
 * or every listing. manual: requested by a person.
 */
export type PullScope = 'first' | 'poll' | 'reconcile' | 'manual';

const SECOND = 1000;
const DAY = 86_400 * SECOND;
const RECONCILE_HOURS = 48;
/** The tolerance of two clocks that are compared, in milliseconds. */
export const CLOCK_TOLERANCE_MS = 1500;
/** The overlap of polls of listings: they are dated to the second, and some channels list a change a little later. */
const LISTING_OVERLAP_MS = 60 * SECOND;

export interface PullWindow {
  /** Null: without a beginning. */
  readonly from: Date | null;
  readonly to: Date;
}

/**
 * The window of a pull of orders or returns, by update time: from the start of the last completed one, less the channel's read lag.
 * Without a completed one it is the window of a first pull.
 * @param began now, on the channel's clock
 * @param lastBegan when the last completed pull began, on the channel's clock
 */
export function ordersWindow(
  scope: PullScope,
  began: Date,
  lastBegan: Date | null,
  facts: Pick<ChannelFacts, 'ordersVisibleWithin'>,
  settings: Pick<Settings, 'firstPullDays'>,
): PullWindow {
  const wholePast = began.getTime() - settings.firstPullDays * DAY;
  const overlap = facts.ordersVisibleWithin * SECOND + CLOCK_TOLERANCE_MS;
  const from = {
    first: wholePast,
    reconcile: began.getTime() - RECONCILE_HOURS * 3600 * SECOND,
    poll: lastBegan === null ? wholePast : lastBegan.getTime() - overlap,
    manual: lastBegan === null ? wholePast : lastBegan.getTime() - overlap,
  }[scope];
  return { from: new Date(from), to: began };
}

/** The window of a pull of listings: from the begin of the last completed one, or all of them. */
export function listingsWindow(scope: PullScope, began: Date, lastBegan: Date | null): PullWindow {
  const isWhole = scope !== 'poll' || lastBegan === null;
  return { from: isWhole ? null : new Date(lastBegan.getTime() - LISTING_OVERLAP_MS), to: began };
}

const FIRST_WAIT_MS = 5 * SECOND;
const LONGEST_WAIT_MS = 600 * SECOND;
/** The number of attempts of a pull. Polls and reconciles have few, as the next one covers their window. */
const tries: Readonly<Record<PullScope, number>> = { first: 20, poll: 3, reconcile: 3, manual: 8 };

/** The backoff of a pull after consecutive failures, in milliseconds; null: it ends as failed. */
export function waitAfter(fault: ChannelFault, scope: PullScope, failures: number): number | null {
  if (fault.kind === 'rejected' || fault.kind === 'unauthorised') return null;
  if (failures >= tries[scope]) return null;
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS);
  return fault.kind === 'throttled' ? Math.max(wait, fault.afterSeconds * SECOND) : wait;
}

/** The longest that a pull waits for its turn among this program's own calls before that counts as failing, in milliseconds. */
const LONGEST_TURN_MS = 1800 * SECOND;

/**
 * The wait of a pull whose call was held back by this program's own limiter, in seconds, at most a minute. It continues from its
 * cursor, and nothing failed. Null: it has waited for too long, or something else happened.
 */
export function turnOf(fault: ChannelFault | null, createdAt: Date, now: Date): number | null {
  if (fault?.kind !== 'throttled' || fault.isOurs !== true) return null;
  return now.getTime() - createdAt.getTime() < LONGEST_TURN_MS
    ? Math.min(60, Math.max(1, fault.afterSeconds))
    : null;
}

const next = {
  listings: { retried: 'pulls.listings_go_on', ended: 'pulls.next_listings_pull' },
  orders: { retried: 'pulls.orders_go_on', ended: 'pulls.next_orders_pull' },
  returns: { retried: 'pulls.returns_go_on', ended: 'pulls.next_returns_pull' },
} as const satisfies Readonly<Record<PullKind, object>>;

const faultCodes = {
  throttled: 'pulls.throttled',
  unavailable: 'pulls.unavailable',
  unexpected: 'pulls.unexpected',
  unauthorised: 'pulls.unauthorised',
} as const satisfies Readonly<Record<Exclude<ChannelFault['kind'], 'rejected'>, string>>;

/** The messages of a failure for the seller: the error, and what happens next. */
export function failureMessages(
  fault: ChannelFault,
  pull: { readonly kind: PullKind; readonly marketplace: string; readonly channel: ChannelKind },
  willRetry: boolean,
): readonly Message[] {
  const { marketplace } = pull;
  const what =
    fault.kind === 'rejected'
      ? [message('pulls.refused_because', { marketplace }), fault.reason]
      : isNamed(fault)
        ? [fault.reason]
        : [message(faultCodes[fault.kind], { marketplace })];
  if (willRetry) return [...what, message(next[pull.kind].retried)];
  if (fault.kind === 'unauthorised') return [...what, consentMessage(pull.channel)];
  return [...what, message(next[pull.kind].ended)];
}

/** Whether the fault's own words say more than its kind. */
function isNamed(fault: Exclude<ChannelFault, { kind: 'rejected' }>): boolean {
  return fault.kind === 'unavailable'
    ? fault.isTokenRefused === true
    : fault.kind === 'throttled' && fault.isOurs === true;
}

/** What to press on the page of a marketplace whose consent has ended: the page's own button. */
function consentMessage(channel: ChannelKind): Message {
  const { staysVerified, consent } = channels[channel];
  if (!staysVerified) return message('pulls.verify_to_go_on');
  return message(consent.by === 'keys' ? 'pulls.verify_again_to_go_on' : 'pulls.extend_to_go_on');
}

/** Number of consecutive failures of a kind of pull after which members are notified. */
export const FAILURES_TO_TELL = 3;

export interface PullHistory {
  readonly scope: PullScope;
  readonly isRunning: boolean;
  readonly createdAt: Date;
}

/** The tolerance of the schedule: a run that is a moment early counts as on time. */
const EARLY_MS = 2 * SECOND;

/** Returns are polled this often: they are answered within days, and notices name most of them at once. */
const RETURN_POLL_SECONDS = 300;
/** The returns of the last 48 hours are read again this often, as each list is a report at some marketplaces. */
const RETURN_RECONCILE_SECONDS = 3600;

/**
 * The pulls of returns that are due. They begin once the orders are here; the first of them covers the same time as the orders.
 */
export function dueReturnPulls(
  newest: readonly PullHistory[],
  at: { readonly now: Date; readonly ordersEnded: boolean },
): PullScope[] {
  if (!at.ordersEnded) return [];
  const due = (scope: PullScope, seconds: number) => isDue(newest, scope, seconds, at.now, null);
  if (!newest.some(({ scope }) => scope === 'poll')) return ['poll'];
  const all: PullScope[] = [];
  if (due('poll', RETURN_POLL_SECONDS)) all.push('poll');
  if (due('reconcile', RETURN_RECONCILE_SECONDS)) all.push('reconcile');
  return all;
}

/** Whether a pull of a scope is due by its period; `since`: an instant that counts as its last one. */
function isDue(
  newest: readonly PullHistory[],
  scope: PullScope,
  seconds: number,
  now: Date,
  since: Date | null,
): boolean {
  const last = newest.find((pull) => pull.scope === scope);
  if (last?.isRunning === true) return false;
  const from = Math.max(last?.createdAt.getTime() ?? 0, since?.getTime() ?? 0);
  return now.getTime() - from >= seconds * SECOND - EARLY_MS;
}

/** Polls for each wide poll of a channel that allows few calls: a wide one reads pages that are read already. */
const POLLS_TO_RECONCILE = 12;

/** The periods of a channel's polls of orders, in seconds: as they are set, or as often as its rate limit sustains. */
export function pacedPeriods<Periods extends Pick<Settings, 'orderPollSeconds' | 'orderReconcileSeconds'>>(
  periods: Periods,
  { ordersPolledEvery: least }: Pick<ChannelFacts, 'ordersPolledEvery'>,
): Periods {
  return {
    ...periods,
    orderPollSeconds: Math.max(periods.orderPollSeconds, least),
    orderReconcileSeconds: Math.max(periods.orderReconcileSeconds, least * POLLS_TO_RECONCILE),
  };
}

/**
 * The pulls of one kind that are due at a marketplace.
 * @param newest the newest pull of each scope
 */
export function duePulls(
  kind: ImportedKind,
  newest: readonly PullHistory[],
  at: { readonly now: Date; readonly verifiedAt: Date; readonly listingsEnded: boolean },
  settings: Pick<
    Settings,
    'orderPollSeconds' | 'orderReconcileSeconds' | 'listingPollSeconds' | 'listingSweepSeconds'
  >,
): PullScope[] {
  const first = newest.find(({ scope, createdAt }) => scope === 'first' && createdAt >= at.verifiedAt);
  // Listings are pulled before orders, so that order lines find their listings.
  if (first === undefined) return kind === 'listings' || at.listingsEnded ? ['first'] : [];
  if (first.isRunning) return [];
  const [poll, wide] =
    kind === 'orders'
      ? [settings.orderPollSeconds, settings.orderReconcileSeconds]
      : [settings.listingPollSeconds, settings.listingSweepSeconds];
  const due: PullScope[] = [];
  if (isDue(newest, 'poll', poll, at.now, first.createdAt)) due.push('poll');
  if (isDue(newest, 'reconcile', wide, at.now, first.createdAt)) due.push('reconcile');
  return due;
}
