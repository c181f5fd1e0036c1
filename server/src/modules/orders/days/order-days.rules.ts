import { dayOf, daysAfter, startOfDay, type Day } from '../../../platform/time/days.ts';

/** Number of past days that are checked each night. */
const DAYS_CHECKED = 3;

/** Number of past days that are listed as not checkable where their checks were missed. */
const DAYS_MISSED = 14;

/** The last days of a store that have ended, the oldest first. */
export function daysToCheck(now: Date, zone: string): readonly Day[] {
  const today = dayOf(now, zone);
  return Array.from({ length: DAYS_CHECKED }, (_none, place) => daysAfter(today, place - DAYS_CHECKED));
}

/** The first instant of the interval is included, the second is not. */
export function spanOf(day: Day, zone: string): { readonly from: Date; readonly before: Date } {
  return { from: startOfDay(day, zone), before: startOfDay(daysAfter(day, 1), zone) };
}

/** The days from the first to the last. */
export function daysFrom(first: Day, last: Day): Day[] {
  const days: Day[] = [];
  for (let day = first; day <= last; day = daysAfter(day, 1)) days.push(day);
  return days;
}

/** The days before those that are checked now whose checks were missed. @param newest the newest day that has a result */
export function missedDays(newest: Day | null, first: Day): Day[] {
  if (newest === null) return [];
  const next = daysAfter(newest, 1);
  const earliest = daysAfter(first, -DAYS_MISSED);
  return daysFrom(next > earliest ? next : earliest, daysAfter(first, -1));
}

/** A window by the last change of orders; `day`: what it begins with. */
export interface DayWindow {
  readonly day: Day;
  readonly from: Date;
  readonly to: Date;
}

/** Two windows share this much, so that no instant is between them. */
const SHARED_MS = 1_000;

/**
 * A window for each day, and one for the time since the last day. The last window is needed because an order that changes while its
 * window is listed moves to a later one.
 */
export function windowsOf(
  { firstDay, lastDay, until }: { readonly firstDay: Day; readonly lastDay: Day; readonly until: Date },
  zone: string,
): DayWindow[] {
  const days = daysFrom(firstDay, daysAfter(lastDay, 1));
  return days.map((day) => {
    const { from, before } = spanOf(day, zone);
    return {
      day,
      from: new Date(from.getTime() - SHARED_MS),
      to: day > lastDay || before > until ? until : before,
    };
  });
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
