/** Orders are late after three polls that were missed, and never within five minutes. */
const MISSED_POLLS = 3;
const LEAST_SECONDS = 300;

/** How old the last poll of a shop's orders may be, in seconds. */
export const pollPatience = (periodSeconds: number): number =>
  Math.max(LEAST_SECONDS, MISSED_POLLS * periodSeconds);

/** Seconds since an instant; 0 where there is none, or where it is yet to come. */
export const secondsSince = (at: Date | null, now: Date): number =>
  at === null ? 0 : Math.max(0, (now.getTime() - at.getTime()) / 1000);

const DAY_SECONDS = 86_400;

/** Days until an instant; negative once it is over. */
export const daysUntil = (at: Date, now: Date): number => (at.getTime() - now.getTime()) / 1000 / DAY_SECONDS;
