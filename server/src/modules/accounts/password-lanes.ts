import { availableParallelism } from 'node:os';
import { nextInLine } from './password-lanes.rules.ts';

/*
 * Argon2 costs tens of milliseconds of a processor, on purpose: no more run at once than there are processors. While more
 * wait, accounts take turns, so that a flood at one holds up no other; who goes first at one account is said by the rules.
 */

/** Who waits for a password to be looked at. */
export interface Turn {
  /** Whose password it is said to be. */
  readonly account: string;
  /** Where the try comes from: what a flood has few of. */
  readonly network: string;
}

interface Waiting {
  readonly network: string;
  readonly start: () => void;
}

const width = Math.max(2, availableParallelism());
const lines = new Map<string, Waiting[]>();
let running = 0;

/** Does the work when its turn has come; see above. */
export async function inTurn<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
  if (running < width) running += 1;
  else await new Promise<void>((start) => join(turn, start));
  try {
    return await work();
  } finally {
    startNext();
  }
}

function join({ account, network }: Turn, start: () => void): void {
  const line = lines.get(account);
  if (line === undefined) lines.set(account, [{ network, start }]);
  else line.push({ network, start });
}

/** Hands the free place on, or gives it back. */
function startNext(): void {
  for (const [account, line] of lines) {
    const [next] = line.splice(nextInLine(line), 1);
    // To the end of the turns.
    lines.delete(account);
    if (line.length > 0) lines.set(account, line);
    if (next === undefined) continue;
    next.start();
    return;
  }
  running -= 1;
}
