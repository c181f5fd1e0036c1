import type { AppKeys } from '@evenstock/connectors/kit/access';
import type { Connector } from '@evenstock/connectors/kit/connector';
import type { RateLimit, RateLimits, Urgency } from '@evenstock/connectors/kit/rate-limit';

/** The connector's limits, with what the installation's own app is allowed in place of what every app is. */
export function limitsOf(
  { limits, app: { quota } }: Pick<Connector, 'limits' | 'app'>,
  { callsPerSecond }: Pick<AppKeys, 'callsPerSecond'>,
): RateLimits {
  if (quota === undefined || callsPerSecond === undefined) return limits;
  const given: Record<string, RateLimits[string]> = { ...limits };
  for (const group of quota.groups) {
    const usual = limits[group];
    if (usual === undefined) continue;
    const burst = Math.max(1, (usual.burst / usual.perSecond) * callsPerSecond);
    given[group] = { ...usual, perSecond: callsPerSecond, burst };
  }
  return given;
}

/** The share of a bucket that each urgency leaves for more urgent calls. */
const reserveShare: Readonly<Record<Urgency, number>> = { stock_down: 0, normal: 0.1, background: 0.3 };

/** The time, in seconds, within which a reserve refills at the most: for a longer one a call would wait without a vendor's asking. */
const RESERVE_REFILLS_WITHIN = 10;

/** The tokens that a call must leave in the bucket; none where the call needs a full bucket. */
export function reserveFor(urgency: Urgency, limit: RateLimit, cost: number): number {
  const share = Math.min(limit.burst * reserveShare[urgency], limit.perSecond * RESERVE_REFILLS_WITHIN);
  return Math.max(0, Math.min(share, limit.burst - cost));
}

/**
 * Milliseconds of waiting after which a caller reserves tokens in advance. Without it writes of stock starve the reading of orders,
 * and an order that is not read is a sale that the other shops do not know of.
 */
export const reserveAfter: Readonly<Record<Urgency, number>> = {
  stock_down: Infinity,
  normal: 1_000,
  background: 5_000,
};

/** Milliseconds until `needed` tokens are there; at least one, the clock's resolution. */
export function waitFor(needed: number, available: number, limit: RateLimit): number {
  return Math.max(1, Math.ceil(((needed - available) / limit.perSecond) * 1000));
}
