import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import { invalid, Refusal, type Actor } from '../../../api/routing.ts';
import { findUser, refundAttempt } from '../account/accounts.queries.ts';
import { throttle, throttleKeysOf, fairnessKeyOf } from '../passwords/throttle-sign-ins.ts';
import { passwordMatches } from '../passwords/passwords.ts';
import { sessionOpenedAt } from './sessions.queries.ts';
import { FRESH_SIGN_IN } from '../passwords/sign-in.rules.ts';

/**
 * Requires that the caller is the account's owner: somebody who signed in just now, or who knows the password.
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
  if (user === null) throw new Refusal(401, message('accounts.not_signed_in'));
  if (user.passwordHash === null) {
    if (isFresh) return;
    throw invalid('current_password', message('accounts.sign_in_again'));
  }
  if (currentPassword === undefined || currentPassword === '') {
    throw invalid('current_password', message('accounts.current_password_required'));
  }
  const { pair, account } = throttleKeysOf(ctx, user.email, address);
  await throttle(ctx, [{ kind: 'pair', key: pair }], 'accounts.too_many_tries');
  if (!(await passwordMatches(currentPassword, user.passwordHash, fairnessKeyOf(account, address, true)))) {
    throw invalid('current_password', message('accounts.current_password_wrong'));
  }
  await refundAttempt(ctx.db, [pair]);
}
