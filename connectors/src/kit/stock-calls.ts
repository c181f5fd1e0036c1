import { message } from '@evenstock/contract/messages/message';
import type { StockLine, StockResult } from './connector.ts';
import { ChannelError } from './errors.ts';
import { chunk } from './batches.ts';
import { resultOfFault } from './stock-results.ts';

/** How lines are grouped into stock calls: those with one `key` (item, warehouse …), at most `size` of them. */
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
  return [...groups.values()].flatMap((group) => chunk(group, size));
}

export const byItem = ({ itemId }: StockLine): string => itemId;

/**
 * Sends lines in several calls, one after the other; a result for each line, in the order given. `push` returns results in
 * the order of its lines, or throws the fault of the whole call. A fault of the first call is thrown on; a later one
 * becomes the result of its lines, so that the results of earlier calls are not lost.
 */
export async function pushInCalls(
  lines: readonly StockLine[],
  calls: readonly (readonly StockLine[])[],
  push: (lines: readonly StockLine[]) => Promise<readonly StockResult[]>,
): Promise<StockResult[]> {
  const resultByLine = new Map<StockLine, StockResult>();
  for (const [position, call] of calls.entries()) {
    const results = await resultsOf(call, push, position === 0);
    for (const [index, line] of call.entries()) resultByLine.set(line, results[index] ?? unanswered);
  }
  return lines.map((line) => resultByLine.get(line) ?? unanswered);
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
  reason: message('answers.none_for_sku'),
};
