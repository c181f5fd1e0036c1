import { message, type Message } from '@evenstock/contract/messages/message';
import type { PostFault } from '../../platform/network/guarded-post.ts';

/** How long a receiver may take, in milliseconds. */
export const ANSWER_MS = 10_000;
/** Age at which a delivery that never succeeded is abandoned, in milliseconds. */
export const GIVE_UP_MS = 24 * 60 * 60_000;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 60 * 60_000;

/** The backoff after some failures in a row, in milliseconds: half a minute, doubled with each, up to an hour. */
export function backoff(failures: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** Math.min(failures - 1, 20), LONGEST_WAIT_MS);
}

export const isGivenUp = (since: Date, now: Date): boolean => now.getTime() - since.getTime() >= GIVE_UP_MS;

const faultCodes = {
  address_private: 'webhooks.address_private',
  name_unknown: 'webhooks.name_unknown',
  not_reached: 'webhooks.not_reached',
  certificate: 'webhooks.certificate',
} as const satisfies Readonly<Record<Exclude<PostFault, 'no_answer'>, string>>;

/** Why an attempt failed; null where it did not. */
export function reasonOf(outcome: {
  readonly status: number | null;
  readonly fault: PostFault | null;
}): Message | null {
  const { status, fault } = outcome;
  if (fault !== null) {
    return fault === 'no_answer'
      ? message('webhooks.no_answer', { seconds: ANSWER_MS / 1000 })
      : message(faultCodes[fault]);
  }
  if (status === null) return message('webhooks.not_reached');
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400
    ? message('webhooks.redirected', { status })
    : message('webhooks.answered', { status });
}
