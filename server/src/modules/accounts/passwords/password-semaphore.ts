import { availableParallelism } from 'node:os';
import { nextWaiter } from './password-semaphore.rules.ts';

/*
 * A fair semaphore for password hashing: Argon2 takes tens of milliseconds of a processor on purpose, so no more hashes run at
 * once than there are processors. Waiting accounts are served round-robin, so a flood of guesses at one account delays no
 * other. `nextWaiter` orders the waiters of one account.
 */

/** The key of a queue of waiters. */
export interface FairnessKey {
  /** The account whose password is checked. */
  readonly account: string;
  /** The network that the request comes from; a flood commonly has few of them. */
  readonly network: string;
}

interface Waiter {
  readonly network: string;
  readonly start: () => void;
}

const permits = Math.max(2, availableParallelism());
const waiting = new Map<string, Waiter[]>();
let acquired = 0;

/** Acquires a permit of the semaphore, does the work, and releases the permit. */
export async function withPermit<T>(key: FairnessKey, work: () => Promise<T>): Promise<T> {
  if (acquired < permits) acquired += 1;
  else await new Promise<void>((start) => wait(key, start));
  try {
    return await work();
  } finally {
    release();
  }
}

function wait({ account, network }: FairnessKey, start: () => void): void {
  const queue = waiting.get(account);
  if (queue === undefined) waiting.set(account, [{ network, start }]);
  else queue.push({ network, start });
}

/** Hands the permit to the next waiter, or frees it. */
function release(): void {
  for (const [account, queue] of waiting) {
    const [next] = queue.splice(nextWaiter(queue), 1);
    // The account goes to the end of the round.
    waiting.delete(account);
    if (queue.length > 0) waiting.set(account, queue);
    if (next === undefined) continue;
    next.start();
    return;
  }
  acquired -= 1;
}
