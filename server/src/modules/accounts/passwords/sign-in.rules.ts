import { freshSignInMinutes } from '@evenstock/contract/accounts/own-account';
import { confirmationHours } from '@evenstock/contract/accounts/sign-up';

const DAY = 24 * 60 * 60_000;

/** The window in which attempts are counted, in milliseconds. */
export const THROTTLE_WINDOW = 15 * 60_000;
/** How long a session lives, in milliseconds. */
export const SESSION_LIFE = 30 * DAY;
/** Which sessions are live at a moment: those that have not run out, and were used within the idle limit. */
export const livenessAt = (
  now: Date,
  { sessionIdleDays }: { readonly sessionIdleDays: number },
): { readonly now: Date; readonly idleSince: Date } => ({
  now,
  idleSince: new Date(now.getTime() - sessionIdleDays * DAY),
});

/** How long a mailed reset link works, in milliseconds. */
export const RESET_LIFE = 6 * 60 * 60_000;
/** How long a mailed sign-up link works, in milliseconds. */
export const CONFIRMATION_LIFE = confirmationHours * 60 * 60_000;
/** How long after signing in the password is not asked for again, in milliseconds. */
export const FRESH_SIGN_IN = freshSignInMinutes * 60_000;
/** The shortest interval between two writes of a session's last use, in milliseconds. */
export const SEEN_GRAIN = 5 * 60_000;
/** How long the address of an ended session stays a known one, in milliseconds. */
export const KNOWN_ADDRESS_LIFE = 90 * 24 * 60 * 60_000;

/** The limit of each throttle, in attempts per window. */
export const throttleLimits = {
  /** Attempts of one address at one account. */
  pair: 10,
  /** Attempts of one address at any account that never signed in from it. */
  address: 100,
  /** The same of one network (/24 of IPv4, /48 of IPv6): who may choose among many addresses tries no more than this. */
  network: 1000,
  /**
   * Attempts at one account from all addresses that never signed in to it. The limit is high, so that a flood of guesses does not
   * lock its owner out at a new address; the limits above and the cost of a hash slow the guesses down.
   */
  strangers: 5000,
  /** Codes of the second factor at one account, from anywhere. Only who knows the password may enter one. */
  codes: 10,
  /** Sign-ups for one mail address, by anybody. Each sends a mail. */
  signUpsOfAccount: 5,
  /** Sign-ups from one IP address. */
  signUpsFromAddress: 50,
  /** Resets of one account, by anybody. Each replaces the link that was mailed before. */
  resetsOfAccount: 5,
  /** Resets of any account from one IP address. */
  resetsFromAddress: 50,
} as const;

export interface ThrottleCount {
  readonly kind: keyof typeof throttleLimits;
  /** Attempts in the window, this one included. */
  readonly tries: number;
  readonly since: Date;
}

/** Minutes to wait before the next attempt; null where this one is within the limits. */
export function minutesToWait(counts: readonly ThrottleCount[], now: Date): number | null {
  const waits = counts
    .filter((count) => count.tries > throttleLimits[count.kind])
    .map((count) => count.since.getTime() + THROTTLE_WINDOW - now.getTime());
  if (waits.length === 0) return null;
  return Math.max(1, Math.ceil(Math.max(...waits) / 60_000));
}
