import { dayOf } from '../../ui/time.rules.ts';

/** How near the end of a deadline is; units of time are rounded down, the last minute is one. */
export type Urgency =
  | { readonly kind: 'later' | 'today' | 'late' }
  | { readonly kind: 'hours' | 'minutes'; readonly left: number };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** With less than this left, the hours count more than the day. */
const soon = 6 * HOUR;

/**
 * How urgent a deadline is: 'late' from its instant on, the hours or minutes left within a day of it, and 'today' while more than
 * six hours of the day of `zone` are left for it.
 * @param now in milliseconds
 */
export function urgencyOf(shipBy: string, now: number, zone: string): Urgency {
  const end = new Date(shipBy).getTime();
  const left = end - now;
  if (left <= 0) return { kind: 'late' };
  if (left > DAY) return { kind: 'later' };
  if (left > soon && dayOf(end, zone) === dayOf(now, zone)) return { kind: 'today' };
  if (left < HOUR) return { kind: 'minutes', left: Math.max(1, Math.floor(left / MINUTE)) };
  return { kind: 'hours', left: Math.floor(left / HOUR) };
}
