import { createHash, randomBytes } from 'node:crypto';
import type { User } from '@evenstock/contract/accounts';
import type { Context } from '../../context.ts';
import { Refusal } from '../../routing.ts';
import { findUserByEmail, forgetTry, hasSignedInFrom, holdPassword } from './accounts.queries.ts';
import { describeUser } from './describe-user.ts';
import { limitTries, tryNames } from './limit-tries.ts';
import { passwordMatches } from './passwords.ts';
import { SESSION_LIFE } from './sign-in.rules.ts';

const WRONG = 'Email or password is wrong.';

/** What the database keeps of a session token. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/**
 * Signs in and returns the account with a new session token, which exists nowhere else.
 * A try is counted before the password is looked at, so that guesses at the same moment cannot slip past the limit.
 * @throws Refusal 401 for a wrong email or password, 429 after too many tries
 */
export async function signIn(
  ctx: Context,
  credentials: { readonly email: string; readonly password: string },
  address: string,
): Promise<User & { authentication_token: string }> {
  const email = credentials.email.toLowerCase();
  const addressPrint = ctx.vault.fingerprint(address, 'address');
  const counted = await countTry(ctx, email, address, addressPrint);

  const user = await findUserByEmail(ctx.db, email);
  const matches = await passwordMatches(credentials.password, user?.passwordHash ?? null);
  if (user === null || !matches) throw new Refusal(401, WRONG);

  const token = randomBytes(32).toString('base64url');
  const now = ctx.clock.now();
  await ctx.db.transaction().execute(async (tx) => {
    // A password that is being changed right now opens no session that the change would miss.
    if (!(await holdPassword(tx, user))) throw new Refusal(401, WRONG);
    await forgetTry(tx, counted.pairKey, counted.otherKeys);
    await tx
      .insertInto('sessions')
      .values({
        user_id: user.id,
        token_hash: hashToken(token),
        address_print: addressPrint,
        created_at: now,
        expires_at: new Date(now.getTime() + SESSION_LIFE),
      })
      .execute();
  });
  return { ...(await describeUser(ctx, user.id)), authentication_token: token };
}

async function countTry(
  ctx: Context,
  email: string,
  address: string,
  addressPrint: Buffer,
): Promise<{ pairKey: string; otherKeys: readonly string[] }> {
  const names = tryNames(ctx, email, address);
  const isKnownPlace = await hasSignedInFrom(ctx.db, email, addressPrint);
  const others = [
    { kind: 'address', key: names.address },
    ...(isKnownPlace ? [] : [{ kind: 'strangers', key: names.strangers } as const]),
  ] as const;
  await limitTries(ctx, [{ kind: 'pair', key: names.pair }, ...others], 'Too many tries to sign in.');
  return { pairKey: names.pair, otherKeys: others.map(({ key }) => key) };
}
