import type { ChannelFault } from '@evenstock/connectors/kit/errors';
import { message, type MessageOnWire } from '@evenstock/contract/messages/message';

const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 5 * 60_000;
/** The number of consecutive failures after which an operation ends: some forty minutes of a marketplace that does not answer. */
const MOST_CHANNEL_FAILURES = 14;
const MOST_FAILURES = 25;

/**
 * The backoff of an operation after a channel's error, in milliseconds; null: it ends. @param failures consecutive ones, with this
 * one
 */
export function waitAfterFault(fault: ChannelFault, failures: number): number | null {
  if (fault.kind === 'rejected' || fault.kind === 'unauthorised') return null;
  if (failures >= MOST_CHANNEL_FAILURES) return null;
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS);
  return fault.kind === 'throttled' ? Math.max(wait, fault.afterSeconds * 1000) : wait;
}

/** Whether an operation is retried after an internal error. @param failures consecutive ones, with this one */
export const survivesFault = (failures: number): boolean => failures < MOST_FAILURES;

/** Why an operation ended or waits, and what becomes of it. */
export const errorMessages = (
  stored: MessageOnWire,
  isFinished: boolean,
): readonly [MessageOnWire, MessageOnWire] => [
  stored,
  message(isFinished ? 'operations.stands' : 'operations.goes_on'),
];
