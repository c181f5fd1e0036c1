import type { ChannelFacts } from '@evenstock/connectors/kit/connector';
import type { ChannelFault } from '@evenstock/connectors/kit/errors';
import type { Settings } from '../../context.ts';

export type PullKind = 'listings' | 'orders';
/**
 * first: after authorisation. poll: what changed since the last one. reconcile: the last 48 hours of orders, or every
 * listing. manual: a person asked.
 */
export type PullScope = 'first' | 'poll' | 'reconcile' | 'manual';

const SECOND = 1000;
const DAY = 86_400 * SECOND;
const RECONCILE_HOURS = 48;
/** How far two clocks that are compared may be apart, in milliseconds. */
export const CLOCK_TOLERANCE_MS = 1500;
/** Listings carry their instant of change to the second, and some channels list a change a little later. */
const LISTING_OVERLAP_MS = 60 * SECOND;

export interface PullWindow {
  /** Null: everything there is. */
  readonly from: Date | null;
  readonly to: Date;
}

/**
 * What a pull of orders asks for, by update time: everything since the last completed one began, less what the channel may
 * list late. Without a completed one, as far back as a first pull goes.
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

/** What a pull of listings asks for: what changed since the last completed one began, or all of them. */
export function listingsWindow(scope: PullScope, began: Date, lastBegan: Date | null): PullWindow {
  const isWhole = scope !== 'poll' || lastBegan === null;
  return { from: isWhole ? null : new Date(lastBegan.getTime() - LISTING_OVERLAP_MS), to: began };
}

const FIRST_WAIT_MS = 5 * SECOND;
const LONGEST_WAIT_MS = 600 * SECOND;
/** A poll that fails is soon followed by another with the same window; the others have nobody to take over. */
const tries: Readonly<Record<PullScope, number>> = { first: 20, poll: 3, reconcile: 3, manual: 8 };

/** How long a pull waits after so many failures in a row, in milliseconds; null: it ends as failed. */
export function waitAfter(fault: ChannelFault, scope: PullScope, failures: number): number | null {
  if (fault.kind === 'rejected' || fault.kind === 'unauthorised') return null;
  if (failures >= tries[scope]) return null;
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS);
  return fault.kind === 'throttled' ? Math.max(wait, fault.afterSeconds * SECOND) : wait;
}

const records: Readonly<Record<PullKind, string>> = { listings: 'products', orders: 'orders' };

/** What went wrong and what happens next, for the seller. */
export function failureWords(
  fault: ChannelFault,
  pull: { readonly kind: PullKind; readonly marketplace: string },
  willRetry: boolean,
): string {
  const { marketplace } = pull;
  const what = {
    throttled: `${marketplace} asks us to slow down.`,
    unavailable: `${marketplace} did not answer.`,
    unexpected: `${marketplace} answered in a way that we do not understand.`,
    unauthorised: `${marketplace} does not accept our authorisation any more.`,
    rejected: `${marketplace} refused: ${fault.message}`,
  }[fault.kind];
  if (willRetry) return `${what} Pulling ${records[pull.kind]} goes on by itself shortly.`;
  if (fault.kind === 'unauthorised') return `${what} Verify the marketplace again to go on.`;
  return `${what} The next pull of ${records[pull.kind]} tries again by itself.`;
}

export interface PullHistory {
  readonly scope: PullScope;
  readonly isRunning: boolean;
  readonly createdAt: Date;
}

/** A tick that comes a moment early counts as on time. */
const EARLY_MS = 2 * SECOND;

/**
 * The pulls of one kind that a marketplace is due for.
 * @param newest the newest pull of each scope that there has been
 */
export function duePulls(
  kind: PullKind,
  newest: readonly PullHistory[],
  at: { readonly now: Date; readonly verifiedAt: Date; readonly listingsEnded: boolean },
  settings: Pick<
    Settings,
    'orderPollSeconds' | 'orderReconcileSeconds' | 'listingPollSeconds' | 'listingSweepSeconds'
  >,
): PullScope[] {
  const first = newest.find(({ scope, createdAt }) => scope === 'first' && createdAt >= at.verifiedAt);
  // Listings come before orders, so that an order's lines find theirs.
  if (first === undefined) return kind === 'listings' || at.listingsEnded ? ['first'] : [];
  if (first.isRunning) return [];
  const isDue = (scope: PullScope, seconds: number): boolean => {
    const last = newest.find((pull) => pull.scope === scope);
    if (last?.isRunning === true) return false;
    const since = Math.max(last?.createdAt.getTime() ?? 0, first.createdAt.getTime());
    return at.now.getTime() - since >= seconds * SECOND - EARLY_MS;
  };
  const [poll, wide] =
    kind === 'orders'
      ? [settings.orderPollSeconds, settings.orderReconcileSeconds]
      : [settings.listingPollSeconds, settings.listingSweepSeconds];
  const due: PullScope[] = [];
  if (isDue('poll', poll)) due.push('poll');
  if (isDue('reconcile', wide)) due.push('reconcile');
  return due;
}
