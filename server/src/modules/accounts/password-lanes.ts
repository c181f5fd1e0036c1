import { availableParallelism } from 'node:os';

/*
 * Looking at a password costs tens of milliseconds of a processor, on purpose. While more wait than can be looked at, accounts
 * take turns, and at one account the newest goes first: whoever floods it is overtaken by the person who comes last, who has
 * not given up yet.
 */

const width = Math.max(2, availableParallelism());
const waiting = new Map<string, (() => void)[]>();
let running = 0;

/** Does the work when its turn has come; see above. */
export async function inLane<T>(lane: string, work: () => Promise<T>): Promise<T> {
  if (running < width) running += 1;
  else await new Promise<void>((start) => join(lane, start));
  try {
    return await work();
  } finally {
    startNext();
  }
}

function join(lane: string, start: () => void): void {
  const line = waiting.get(lane);
  if (line === undefined) waiting.set(lane, [start]);
  else line.push(start);
}

/** Hands the free place on, or gives it back. */
function startNext(): void {
  for (const [lane, line] of waiting) {
    const start = line.pop();
    // To the end of the turns.
    waiting.delete(lane);
    if (line.length > 0) waiting.set(lane, line);
    if (start === undefined) continue;
    start();
    return;
  }
  running -= 1;
}
