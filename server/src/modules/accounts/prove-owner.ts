import type { Context } from '../../context.ts';
import { invalid, Refusal, type Actor } from '../../api/routing.ts';
import { findUser, takeBackTry } from './accounts.queries.ts';
import { limitTries, tryNames, turnOf } from './limit-tries.ts';
import { passwordMatches } from './passwords.ts';
import { sessionOpenedAt } from './sessions.queries.ts';
import { FRESH_SIGN_IN } from './sign-in.rules.ts';

/**
 * Makes sure that whoever holds the session is its account's owner: signed in just now, or knows the password.
 * @throws Refusal 422 beside `current_password`, 429 after too many tries
 */
export async function proveOwner(
  ctx: Context,
  actor: Actor,
  currentPassword: string | undefined,
  address: string,
): Promise<void> {
  const openedAt = await sessionOpenedAt(ctx.db, actor.sessionId);
  const isFresh = openedAt !== null && ctx.clock.now().getTime() - openedAt.getTime() < FRESH_SIGN_IN;
  if (isFresh && (currentPassword ?? '') === '') return;
  const user = await findUser(ctx.db, actor.userId);
  if (user === null) throw new Refusal(401, 'You are not signed in. Sign in and try again.');
  if (user.passwordHash === null) {
    if (isFresh) return;
    throw invalid('current_password', 'Sign out, sign in again, and do this within 10 minutes.');
  }
  if (currentPassword === undefined || currentPassword === '') {
    throw invalid('current_password', 'Current password is required');
  }
  const { pair, account } = tryNames(ctx, user.email, address);
  await limitTries(ctx, [{ kind: 'pair', key: pair }], 'Too many tries.');
  if (!(await passwordMatches(currentPassword, user.passwordHash, turnOf(account, address, true)))) {
    throw invalid('current_password', 'Current password is wrong');
  }
  await takeBackTry(ctx.db, [pair]);
}
