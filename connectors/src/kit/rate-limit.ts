/** A token bucket of the vendor's: `perSecond` refill, `burst` at most. */
export interface RateLimit {
  readonly perSecond: number;
  readonly burst: number;
}

/**
 * The vendor's limits by call group. Scope of the bucket: one app at one shop, or the app as a whole.
 * A call costs 1 unless the connector says otherwise (a query's cost, where that is what counts).
 */
export type RateLimits = Readonly<Record<string, RateLimit & { readonly scope: 'shop' | 'app' }>>;

/** Decreases of stock overtake everything else; background pulls give way to everything. */
export type Urgency = 'stock_down' | 'normal' | 'background';
