import { after } from '../../platform/time/time-spans.ts';

const MINUTE_MS = 60_000;
/** The waits after failed attempts. Polls find what a notice names within minutes, so none of them is urgent. */
const WAITS_MS = [1, 5, 30, 120, 480].map((minutes) => minutes * MINUTE_MS);

/** When a notice is tried again after this many failed attempts; null: it is a dead letter. */
export function nextAttempt(attempts: number, now: Date): Date | null {
  const wait = WAITS_MS[attempts - 1];
  return wait === undefined ? null : after(now, wait);
}
