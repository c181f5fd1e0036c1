import type { Shop } from '../../core/shop.ts';

/** Rate limit of an operation: requests per second, and requests at once after a pause (amazon-sg.md 2). */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** A token bucket for each seller and operation; the application is the same for all. */
export class Quotas {
  readonly #now: () => number;
  readonly #buckets = new WeakMap<Shop, Map<string, Bucket>>();

  /** `now`: milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Takes one token; false if there is none. */
  take(shop: Shop, operation: string, rate: Rate): boolean {
    const buckets = this.#buckets.get(shop) ?? new Map<string, Bucket>();
    this.#buckets.set(shop, buckets);
    const now = this.#now();
    const bucket = buckets.get(operation) ?? { tokens: rate.burst, at: now };
    buckets.set(operation, bucket);
    // The clock may be set back by hand.
    const passed = Math.max(0, now - bucket.at) / 1000;
    bucket.tokens = Math.min(rate.burst, bucket.tokens + passed * rate.perSecond);
    bucket.at = now;
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  }
}
