import type { ChannelFault } from '@evenstock/connectors/kit/errors';
import type { CodeValues } from '@evenstock/contract/operations';

const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 5 * 60_000;
/** Failures in a row after which an operation ends: some forty minutes of a marketplace that does not answer. */
const MOST_CHANNEL_FAILURES = 14;
const MOST_FAILURES = 25;

/** Milliseconds until an operation goes on after a fault of a marketplace; null: it ends. @param failures in a row, with this one */
export function waitAfterFault(fault: ChannelFault, failures: number): number | null {
  if (fault.kind === 'rejected' || fault.kind === 'unauthorised') return null;
  if (failures >= MOST_CHANNEL_FAILURES) return null;
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS);
  return fault.kind === 'throttled' ? Math.max(wait, fault.afterSeconds * 1000) : wait;
}

/** Whether an operation goes on after a fault of ours. @param failures in a row, with this one */
export const survivesFault = (failures: number): boolean => failures < MOST_FAILURES;

/** Why an operation ended or waits, as a sentence. `channel`: a marketplace did not do what was asked; `internal`: we failed. */
export function errorWords(code: string, values: CodeValues, isFinished: boolean): string {
  const what = code === 'channel' ? String(values['message']) : 'Something went wrong on our side.';
  return `${what} ${isFinished ? 'What was done stands; start it again for the rest.' : 'It goes on by itself shortly.'}`;
}
