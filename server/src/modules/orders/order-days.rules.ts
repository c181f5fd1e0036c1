import { dayOf, daysAfter, startOfDay, type Day } from '../../platform/days.ts';

/** Number of past days that are checked each night. */
const DAYS_CHECKED = 3;

/** The last days of a store that have ended, the oldest first. */
export function daysToCheck(now: Date, zone: string): readonly Day[] {
  const today = dayOf(now, zone);
  return Array.from({ length: DAYS_CHECKED }, (_none, place) => daysAfter(today, place - DAYS_CHECKED));
}

/** The first instant of the interval is included, the second is not. */
export function spanOf(day: Day, zone: string): { readonly from: Date; readonly before: Date } {
  return { from: startOfDay(day, zone), before: startOfDay(daysAfter(day, 1), zone) };
}

/** A marketplace's number of the orders of a day, and the missing ones. */
export interface TheirDay {
  readonly theirs: number | null;
  /** The marketplace's own total, or else the number of orders that it listed; null: it reported neither. */
  readonly countedBy: 'total' | 'listing' | null;
  readonly missing: number;
}

/**
 * Combines what a marketplace reports of a day. Its own total counts where it reports one: orders beyond those that it listed are
 * missing too.
 * @param total null: it reports none
 * @param listed null: its list could not be asked for that day
 * @param here how many of the listed orders are here
 */
export function theirDay(total: number | null, listed: number | null, here: number, ours: number): TheirDay {
  const unlisted = total === null ? 0 : Math.max(0, total - ours);
  return {
    theirs: total ?? listed,
    countedBy: total === null ? (listed === null ? null : 'listing') : 'total',
    missing: Math.max(listed === null ? 0 : listed - here, unlisted),
  };
}

export interface CountedDay {
  readonly theirs: number | null;
  readonly missing: number;
}

/** The state of a day by its counts. */
export function verdictOf({ theirs, missing }: CountedDay): 'complete' | 'gap' | 'not_checkable' {
  if (theirs === null) return 'not_checkable';
  return missing === 0 ? 'complete' : 'gap';
}
