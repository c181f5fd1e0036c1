/** A time within which something became true. Equal ends: dated exactly. Instants are on the channel's clock. */
export interface TimeSpan {
  readonly from: Date;
  readonly until: Date;
}

/** Channels date to the second and clocks are known to about as much: closer than this, nobody can say which came first. */
export const TOLERANCE_MS = 1500;

export type Order = 'before' | 'after' | 'overlaps';

/** Where the first span lies to the second, for certain. */
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
