import type { RateLimit, Urgency } from '@evenstock/connectors/kit/rate-limit';

/** The part of a bucket that each urgency leaves for those that overtake it. */
const leaves: Readonly<Record<Urgency, number>> = { stock_down: 0, normal: 0.1, background: 0.3 };

/** Tokens that must be left in the bucket after a call of this urgency; a call that fills the bucket leaves none. */
export function reserveFor(urgency: Urgency, limit: RateLimit, cost: number): number {
  return Math.max(0, Math.min(limit.burst * leaves[urgency], limit.burst - cost));
}

/**
 * Milliseconds after which a caller books the next tokens ahead of everybody: an order that is not read is a sale that the other
 * shops do not know of, however many writes are waiting.
 */
export const patience: Readonly<Record<Urgency, number>> = {
  stock_down: Infinity,
  normal: 1_000,
  background: 5_000,
};

/** Milliseconds until `needed` tokens are there; at least one, as the clock's grain is a millisecond. */
export function waitFor(needed: number, available: number, limit: RateLimit): number {
  return Math.max(1, Math.ceil(((needed - available) / limit.perSecond) * 1000));
}
