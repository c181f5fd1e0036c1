import type { Context } from '../../context.ts';
import { Refusal } from '../../api/routing.ts';
import { countTries } from './accounts.queries.ts';
import { networkOf } from './password-lanes.rules.ts';
import type { Turn } from './password-lanes.ts';
import { minutesToWait, THROTTLE_WINDOW, type TryCount } from './sign-in.rules.ts';

/** What is counted, and under which name. */
export interface TryKey {
  readonly kind: TryCount['kind'];
  readonly key: string;
}

/** The names that tries are counted under: of an account, of an address, of the two together. They tell neither. */
export function tryNames(ctx: Context, email: string, address: string) {
  const place = ctx.vault.fingerprint(address, 'address').toString('hex');
  const account = ctx.vault.fingerprint(email, 'throttle').toString('hex');
  return {
    account,
    pair: `pair:${account}:${place}`,
    address: `address:${place}`,
    strangers: `strangers:${account}`,
    codes: `codes:${account}`,
    signUpsOfAccount: `sign-ups:${account}`,
    signUpsFromAddress: `sign-ups-from:${place}`,
    resetsOfAccount: `resets:${account}`,
    resetsFromAddress: `resets-from:${place}`,
  } as const;
}

/** The turn of a try at an account's password. Whoever signed in from there before waits behind no stranger. */
export function turnOf(account: string, address: string, isKnownPlace: boolean): Turn {
  return { account, network: isKnownPlace ? 'known places' : networkOf(address) };
}

/**
 * Counts a try before it is looked at, so that many at the same moment cannot slip past a limit.
 * @param refusal what was tried too often, as a sentence
 * @throws Refusal 429 that says when to try again
 */
export async function limitTries(ctx: Context, keys: readonly TryKey[], refusal: string): Promise<void> {
  const now = ctx.clock.now();
  const counts = await countTries(
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
  const minutes = wait === 1 ? 'a minute' : `${String(wait)} minutes`;
  throw new Refusal(429, `${refusal} Try again in ${minutes}.`);
}
