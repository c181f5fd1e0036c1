/** How long tries are remembered, in milliseconds. */
export const THROTTLE_WINDOW = 15 * 60_000;
/** How long a session lives, in milliseconds. */
export const SESSION_LIFE = 30 * 24 * 60 * 60_000;
/** How long a mailed reset link works, in milliseconds. */
export const RESET_LIFE = 6 * 60 * 60_000;
/** How long an ended session still tells that its address is a known one, in milliseconds. */
export const KNOWN_PLACE_LIFE = 90 * 24 * 60 * 60_000;

/** What is counted, and how many tries each may make within the window. */
export const tryLimits = {
  /** One address at one account. */
  pair: 10,
  /** One address at any account. */
  address: 100,
  /** Any address that never signed in to this account: others' guesses never lock out the places its owner uses. */
  strangers: 100,
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
