/** The throttle status in the cost part of every answer (shopify.md 2). */
export interface ThrottleStatus {
  readonly maximumAvailable: number;
  readonly currentlyAvailable: number;
  readonly restoreRate: number;
}

const maximum = 2_000;
const perSecond = 100;

/** The points of one app on one shop of the standard plan: 2,000, of which 100 come back each second. */
export class Bucket {
  readonly #now: () => number;
  #points = maximum;
  #at: number;

  constructor(now: () => number) {
    this.#now = now;
    this.#at = now();
  }

  /** Takes what a query may cost; false if there is not enough. */
  take(points: number): boolean {
    this.#refill();
    if (points > this.#points) return false;
    this.#points -= points;
    return true;
  }

  /** Gives back what the query did not need. */
  giveBack(points: number): void {
    this.#points = Math.min(maximum, this.#points + points);
  }

  empty(): void {
    this.#refill();
    this.#points = 0;
  }

  get status(): ThrottleStatus {
    this.#refill();
    return {
      maximumAvailable: maximum,
      currentlyAvailable: Math.floor(this.#points),
      restoreRate: perSecond,
    };
  }

  #refill(): void {
    const now = this.#now();
    // The clock may be set back by hand.
    this.#points = Math.min(maximum, this.#points + (Math.max(0, now - this.#at) / 1000) * perSecond);
    this.#at = now;
  }
}
