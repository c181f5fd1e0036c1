import { dayOf } from '../../ui/values/time.rules.ts';

/** The urgency of a deadline; the time left is rounded down to whole units, to at least one minute. */
export type Urgency =
  | { readonly kind: 'later' | 'today' | 'late' }
  | { readonly kind: 'hours' | 'minutes'; readonly left: number };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Below this, the hours left are shown instead of 'today'. */
const soon = 6 * HOUR;

/**
 * The urgency of a deadline: 'late' once it has passed, the hours or minutes left within its last day, and 'today' if it ends on
 * the current day of `zone` and more than six hours are left.
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
