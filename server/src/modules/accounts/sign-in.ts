import type { Context } from '../../context.ts';
import { Refusal } from '../../api/routing.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { findUserByEmail, forgetTry, holdPassword, takeBackTry } from './accounts.queries.ts';
import { limitTries, tryNames, turnOf } from './limit-tries.ts';
import { openSession, withToken, type SignedInUser, type Visitor } from './open-session.ts';
import type { Turn } from './password-lanes.ts';
import { passwordMatches } from './passwords.ts';
import { codeRequired, limitCodes, useCode } from './second-factor.ts';
import { hasSignedInFrom } from './sessions.queries.ts';

const WRONG = 'Email or password is wrong.';

/**
 * Signs in and returns the account with a new session token, which exists nowhere else.
 * A try is counted before the password is looked at, so that guesses at the same moment cannot slip past the limit.
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
  const counted = await countTry(ctx, email, visitor.address);

  const user = await findUserByEmail(ctx.db, email);
  const matches = await passwordMatches(credentials.password, user?.passwordHash ?? null, counted.turn);
  if (user === null || !matches) throw new Refusal(401, WRONG);

  const code = credentials.otp ?? '';
  if (user.secondFactorOnAt !== null && code === '') {
    // No guess at the password; what was counted before stays.
    await takeBackTry(ctx.db, [counted.pairKey, ...counted.otherKeys]);
    throw codeRequired(false);
  }
  if (user.secondFactorOnAt !== null) await limitCodes(ctx, email, visitor.address);
  const token = await inTransaction(ctx.db, async (tx) => {
    // A password that is being changed right now opens no session that the change would miss.
    if (!(await holdPassword(tx, user))) throw new Refusal(401, WRONG);
    if (user.secondFactorOnAt !== null && !(await useCode(ctx, tx, user.id, code))) throw codeRequired(true);
    await forgetTry(tx, counted.pairKey, counted.otherKeys);
    return openSession(ctx, tx, user.id, visitor, credentials.ati ?? null);
  });
  return withToken(ctx, user.id, token);
}

async function countTry(
  ctx: Context,
  email: string,
  address: string,
): Promise<{ pairKey: string; otherKeys: readonly string[]; turn: Turn }> {
  const names = tryNames(ctx, email, address);
  const isKnownPlace = await hasSignedInFrom(ctx.db, email, ctx.vault.fingerprint(address, 'address'));
  const others = [
    { kind: 'address', key: names.address },
    ...(isKnownPlace ? [] : [{ kind: 'strangers', key: names.strangers } as const]),
  ] as const;
  await limitTries(ctx, [{ kind: 'pair', key: names.pair }, ...others], 'Too many tries to sign in.');
  return {
    pairKey: names.pair,
    otherKeys: others.map(({ key }) => key),
    turn: turnOf(names.account, address, isKnownPlace),
  };
}
