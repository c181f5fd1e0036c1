import type { SandboxReply } from '../core/simulator.ts';

/** Calls per minute. The vendor does not publish its quotas (tokopedia.md 2); this one is the sandbox's own. */
const limit = 1_200;
const perSecond = limit / 60;

/** How many calls the app may still make. */
export class Quota {
  readonly #now: () => number;
  #left = limit;
  #at: number;

  constructor(now: () => number) {
    this.#now = now;
    this.#at = now();
  }

  /** False when there is no call left. */
  take(): boolean {
    const now = this.#now();
    // The clock may be set back by hand.
    this.#left = Math.min(limit, this.#left + (Math.max(0, now - this.#at) / 1000) * perSecond);
    this.#at = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }

  empty(): void {
    this.#left = 0;
    this.#at = this.#now();
  }

  /** The answer with what every one of them carries. */
  withHeaders(reply: SandboxReply): SandboxReply {
    const untilNext = this.#left >= 1 ? 0 : (1 - this.#left) / perSecond;
    return {
      ...reply,
      headers: {
        ...reply.headers,
        'X-Ratelimit-Limit': String(limit),
        'X-Ratelimit-Remaining': String(Math.floor(this.#left)),
        'X-Ratelimit-Reset-After': untilNext.toFixed(3),
        'X-Ratelimit-Full-Reset-After': ((limit - this.#left) / perSecond).toFixed(3),
      },
    };
  }
}
