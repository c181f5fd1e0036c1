import type { Context } from '../../../context.ts';
import { message, type MessageCode } from '@evenstock/contract/messages/message';
import { Refusal } from '../../../api/routing.ts';
import { countAttempts } from '../account/accounts.queries.ts';
import { lineOf, networkOf } from './network.rules.ts';
import type { FairnessKey } from './password-semaphore.ts';
import { minutesToWait, THROTTLE_WINDOW, type ThrottleCount } from './sign-in.rules.ts';

/** The kind of a counter and its key in `sign_in_throttles`. */
export interface ThrottleKey {
  readonly kind: ThrottleCount['kind'];
  readonly key: string;
}

/** What stands for an address in what is stored: it does not reveal the address. An IPv6 line counts as one address. */
export function addressPrint(ctx: Pick<Context, 'encryption'>, address: string): Buffer {
  return ctx.encryption.fingerprint(lineOf(address), 'address');
}

/** Throttle keys per account, per IP address and per pair of both. They are hashed, so that they reveal neither. */
export function throttleKeysOf(ctx: Pick<Context, 'encryption'>, email: string, address: string) {
  const hashedAddress = addressPrint(ctx, address).toString('hex');
  const hashedNetwork = ctx.encryption.fingerprint(networkOf(address), 'network').toString('hex');
  const account = ctx.encryption.fingerprint(email, 'throttle').toString('hex');
  return {
    account,
    pair: `pair:${account}:${hashedAddress}`,
    address: `address:${hashedAddress}`,
    network: `network:${hashedNetwork}`,
    strangers: `strangers:${account}`,
    codes: `codes:${account}`,
    signUpsOfAccount: `sign-ups:${account}`,
    signUpsFromAddress: `sign-ups-from:${hashedAddress}`,
    resetsOfAccount: `resets:${account}`,
    resetsFromAddress: `resets-from:${hashedAddress}`,
  } as const;
}

/** The semaphore's key of an attempt at an account's password. Known addresses share a queue that strangers cannot join. */
export function fairnessKeyOf(account: string, address: string, isKnownAddress: boolean): FairnessKey {
  return { account, network: isKnownAddress ? 'known addresses' : networkOf(address) };
}

const MINUTE_SECONDS = 60;

/** Codes of the messages for too many attempts. */
export type TooManyCode = Extract<MessageCode, `accounts.too_many_${string}`>;

/**
 * Throttles attempts to sign in, sign up, reset a password or enter a code. The attempt is counted before it is checked, so that
 * concurrent attempts cannot pass a limit together.
 * @param refusal the code of the message for too many attempts
 * @throws Refusal 429 with the minutes to wait
 */
export async function throttle(
  ctx: Context,
  keys: readonly ThrottleKey[],
  refusal: TooManyCode,
): Promise<void> {
  const now = ctx.clock.now();
  const counts = await countAttempts(
    ctx.db,
    keys.map(({ key }) => key),
    now,
    new Date(now.getTime() - THROTTLE_WINDOW),
  );
  const wait = minutesToWait(
    keys.flatMap(({ kind, key }) => {
      const count = counts.get(key);
      return count === undefined ? [] : [{ kind, ...count }];
    }),
    now,
  );
  if (wait === null) return;
  throw new Refusal(429, message(refusal, { count: wait }), { retryAfterSeconds: wait * MINUTE_SECONDS });
}
