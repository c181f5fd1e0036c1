/** A token bucket of the vendor's: `perSecond` is the refill, `burst` the capacity. */
export interface RateLimit {
  readonly perSecond: number;
  readonly burst: number;
}

/**
 * The vendor's limits by call group. Scope of the bucket: one app at one shop, or the app as a whole.
 * A call costs 1 unless the connector says otherwise (for instance a query's cost).
 */
export type RateLimits = Readonly<Record<string, RateLimit & { readonly scope: 'shop' | 'app' }>>;

/** Stock decreases have the highest priority, background pulls the lowest. */
export type Urgency = 'stock_down' | 'normal' | 'background';
