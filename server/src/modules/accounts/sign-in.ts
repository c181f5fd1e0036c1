import type { Context } from '../../context.ts';
import { message } from '@evenstock/contract/messages/message';
import { Refusal } from '../../api/routing.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import {
  findUserByEmail,
  clearAttempts,
  lockPassword,
  refundAttempt,
  setPasswordCommon,
} from './account/accounts.queries.ts';
import { isCommonPassword } from './passwords/common-passwords.ts';
import { addressPrint, throttle, throttleKeysOf, fairnessKeyOf } from './passwords/throttle-sign-ins.ts';
import { openSession, withToken, type SignedInUser, type Visitor } from './sessions/open-session.ts';
import type { FairnessKey } from './passwords/password-semaphore.ts';
import { passwordMatches } from './passwords/passwords.ts';
import { codeRequired, throttleCodes, useCode } from './second-factor.ts';
import { hasSignedInFrom } from './sessions/sessions.queries.ts';

/**
 * Signs in and returns the account with a new session token, which exists nowhere else.
 * The attempt is counted before the password is checked, so that concurrent guesses cannot pass the limit together.
 * @throws Refusal 401 for a wrong email or password, or where a code of the second factor is missing or wrong; 429 after too
 *   many tries
 */
export async function signIn(
  ctx: Context,
  credentials: {
    readonly email: string;
    readonly password: string;
    readonly otp?: string | undefined;
    readonly ati?: string | null | undefined;
  },
  visitor: Visitor,
): Promise<SignedInUser> {
  const email = credentials.email.toLowerCase();
  const counted = await countAttempt(ctx, email, visitor.address);

  const user = await findUserByEmail(ctx.db, email);
  const matches = await passwordMatches(
    credentials.password,
    user?.passwordHash ?? null,
    counted.fairnessKey,
  );
  if (user === null || !matches) throw new Refusal(401, message('accounts.credentials_wrong'));

  const code = credentials.otp ?? '';
  if (user.secondFactorOnAt !== null && code === '') {
    // A right password without its code is no guess: this attempt is not counted, earlier ones stay.
    await refundAttempt(ctx.db, [counted.pairKey, ...counted.otherKeys]);
    throw codeRequired(false);
  }
  if (user.secondFactorOnAt !== null) await throttleCodes(ctx, email, visitor.address);
  const isCommon = await isCommonPassword(credentials.password);
  const token = await inTransaction(ctx.db, async (tx) => {
    // The lock keeps a concurrent change of the password from missing the session that is opened here.
    if (!(await lockPassword(tx, user))) throw new Refusal(401, message('accounts.credentials_wrong'));
    await clearAttempts(tx, counted.pairKey, counted.otherKeys);
    if (user.secondFactorOnAt !== null && !(await useCode(ctx, tx, { userId: user.id, email }, code))) {
      throw codeRequired(true);
    }
    if (isCommon !== user.passwordCommon) await setPasswordCommon(tx, user.id, isCommon);
    return openSession(ctx, tx, user.id, visitor, credentials.ati ?? null);
  });
  return withToken(ctx, user.id, token);
}

async function countAttempt(
  ctx: Context,
  email: string,
  address: string,
): Promise<{ pairKey: string; otherKeys: readonly string[]; fairnessKey: FairnessKey }> {
  const keys = throttleKeysOf(ctx, email, address);
  const isKnownAddress = await hasSignedInFrom(ctx.db, email, addressPrint(ctx, address));
  // What strangers do at an address that many share does not keep out who signed in there before.
  const others = isKnownAddress
    ? []
    : ([
        { kind: 'address', key: keys.address },
        { kind: 'network', key: keys.network },
        { kind: 'strangers', key: keys.strangers },
      ] as const);
  await throttle(ctx, [{ kind: 'pair', key: keys.pair }, ...others], 'accounts.too_many_sign_ins');
  return {
    pairKey: keys.pair,
    otherKeys: others.map(({ key }) => key),
    fairnessKey: fairnessKeyOf(keys.account, address, isKnownAddress),
  };
}
