import type { StockLine, StockResult } from './connector.ts';
import { ChannelError } from './errors.ts';
import { piecesOf } from './spans.ts';
import { resultOfFault } from './stock-results.ts';

/** The lines that one stock call may hold: those of one item, of one warehouse …, as `key` says; at most `size` of them. */
export function callsOf(
  lines: readonly StockLine[],
  size: number,
  key: (line: StockLine) => string,
): StockLine[][] {
  const groups = new Map<string, StockLine[]>();
  for (const line of lines) {
    const group = groups.get(key(line));
    if (group === undefined) groups.set(key(line), [line]);
    else group.push(line);
  }
  return [...groups.values()].flatMap((group) => piecesOf(group, size));
}

export const byItem = ({ itemId }: StockLine): string => itemId;

/**
 * Sends lines in several calls, one after the other; a result for each line, in the order given. `push` answers for the lines of
 * one call in their order, or throws the fault of the whole call. Of the first call the caller learns the fault itself; after
 * that, what earlier calls did must not be lost, so a fault becomes the result of its lines.
 */
export async function pushInCalls(
  lines: readonly StockLine[],
  calls: readonly (readonly StockLine[])[],
  push: (lines: readonly StockLine[]) => Promise<readonly StockResult[]>,
): Promise<StockResult[]> {
  const told = new Map<StockLine, StockResult>();
  for (const [position, call] of calls.entries()) {
    const results = await resultsOf(call, push, position === 0);
    for (const [place, line] of call.entries()) told.set(line, results[place] ?? unanswered);
  }
  return lines.map((line) => told.get(line) ?? unanswered);
}

async function resultsOf(
  call: readonly StockLine[],
  push: (lines: readonly StockLine[]) => Promise<readonly StockResult[]>,
  isFirst: boolean,
): Promise<readonly StockResult[]> {
  try {
    return await push(call);
  } catch (error) {
    if (isFirst || !(error instanceof ChannelError)) throw error;
    const result = resultOfFault(error.fault);
    return call.map(() => result);
  }
}

const unanswered: StockResult = {
  outcome: 'unknown',
  reason: 'The marketplace did not answer for this SKU.',
};
