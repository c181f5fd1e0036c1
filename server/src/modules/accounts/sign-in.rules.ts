import { freshSignInMinutes } from '@evenstock/contract/own-account';
import { confirmationHours } from '@evenstock/contract/sign-up';

/** How long tries are remembered, in milliseconds. */
export const THROTTLE_WINDOW = 15 * 60_000;
/** How long a session lives, in milliseconds. */
export const SESSION_LIFE = 30 * 24 * 60 * 60_000;
/** How long a mailed reset link works, in milliseconds. */
export const RESET_LIFE = 6 * 60 * 60_000;
/** How long a mailed sign-up link works, in milliseconds. */
export const CONFIRMATION_LIFE = confirmationHours * 60 * 60_000;
/** So soon after signing in nobody is asked for the password again, in milliseconds. */
export const FRESH_SIGN_IN = freshSignInMinutes * 60_000;
/** A session's last use is noted at most this often, in milliseconds. */
export const SEEN_GRAIN = 5 * 60_000;
/** How long an ended session still tells that its address is a known one, in milliseconds. */
export const KNOWN_PLACE_LIFE = 90 * 24 * 60 * 60_000;

/** What is counted, and how many tries each may make within the window. */
export const tryLimits = {
  /** One address at one account. */
  pair: 10,
  /** One address at any account. */
  address: 100,
  /**
   * All addresses together that never signed in to this account. So many that a flood of guesses never keeps its owner out
   * at a new place; guesses at one password are held up by the limits above and by what a try costs.
   */
  strangers: 5000,
  /** Codes of the second factor at one account, from anywhere: only who knows the password gets to try one. */
  codes: 10,
  /** Sign-ups for one address, by anybody: each is a mail. */
  signUpsOfAccount: 5,
  /** Sign-ups that one address asks for. */
  signUpsFromAddress: 50,
  /** Resets asked for one account, by anybody: each replaces the link that was mailed before. */
  resetsOfAccount: 5,
  /** Resets that one address asks for, for any account. */
  resetsFromAddress: 50,
} as const;

export interface TryCount {
  readonly kind: keyof typeof tryLimits;
  /** This try included. */
  readonly tries: number;
  readonly since: Date;
}

/** Minutes to wait before the next try, or null if this one may go on. */
export function minutesToWait(counts: readonly TryCount[], now: Date): number | null {
  const waits = counts
    .filter((count) => count.tries > tryLimits[count.kind])
    .map((count) => count.since.getTime() + THROTTLE_WINDOW - now.getTime());
  if (waits.length === 0) return null;
  return Math.max(1, Math.ceil(Math.max(...waits) / 60_000));
}
