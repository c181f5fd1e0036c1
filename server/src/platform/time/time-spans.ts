/** A span of time within which something became true; with equal ends the instant is exact. Instants are on the channel's clock. */
export interface TimeSpan {
  readonly from: Date;
  readonly until: Date;
}

/** The tolerance of the clocks, as channels date to the second. The order of events that are closer is ambiguous. */
export const TOLERANCE_MS = 1500;

export type Order = 'before' | 'after' | 'overlaps';

/** The order of the first span to the second, where it is certain. */
export function orderOf(first: TimeSpan, second: TimeSpan): Order {
  if (first.until.getTime() + TOLERANCE_MS < second.from.getTime()) return 'before';
  if (first.from.getTime() - TOLERANCE_MS > second.until.getTime()) return 'after';
  return 'overlaps';
}

export function after(instant: Date, milliseconds: number): Date {
  return new Date(instant.getTime() + milliseconds);
}

export function later(one: Date, other: Date): Date {
  return one.getTime() >= other.getTime() ? one : other;
}
