import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../context.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { endStreams } from '../../api/live.ts';
import { Refusal, type Actor } from '../../api/routing.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { mailPerson } from '../journal/mail-person.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { endTokens } from './tokens/access-tokens.queries.ts';
import { mailPasswordChangedJob } from './account/accounts.jobs.ts';
import { passwordChangedMail } from './account/accounts.mails.ts';
import { deleteResets, findUser, lockUser, setPassword } from './account/accounts.queries.ts';
import { hashNewPassword } from './passwords/passwords.ts';
import { requireOtherPassword } from './passwords/require-other-password.ts';
import { proveOwner } from './sessions/prove-owner.ts';
import { endSessions } from './sessions/sessions.queries.ts';
import { fairnessKeyOf, throttleKeysOf } from './passwords/throttle-sign-ins.ts';

/**
 * Sets a new password for the caller, and ends every other session and every access token of the account. The current password is not asked for where it
 * has expired.
 * @throws Refusal 422 where the caller does not prove to be the account's owner, or the password is the present one
 */
export async function changePassword(
  ctx: Context,
  actor: Actor,
  entries: { readonly password: string; readonly current_password?: string | undefined },
  address: string,
): Promise<void> {
  const user = await findUser(ctx.db, actor.userId);
  if (user === null) throw new Refusal(401, message('accounts.not_signed_in'));
  if (!user.passwordExpired) await proveOwner(ctx, actor, entries.current_password, address);
  const { account } = throttleKeysOf(ctx, user.email, address);
  await requireOtherPassword(entries.password, user.passwordHash, fairnessKeyOf(account, address, true));
  const passwordHash = await hashNewPassword(entries.password);
  const now = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    const before = await lockUser(tx, { id: actor.userId });
    await setPassword(tx, actor.userId, passwordHash, now);
    // An earlier reset link must not change the new password.
    await deleteResets(tx, actor.userId);
    for (const sessionId of await endSessions(tx, actor.userId, actor.sessionId, now)) {
      await endStreams(tx, { sessionId });
    }
    await endTokens(tx, { userId: actor.userId, storeId: null }, now);
    await recordActivity(tx, {
      storeId: null,
      key: 'user.change_password',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'User', id: actor.userId },
      before: { password_expired: before?.passwordExpired },
      after: { password_expired: false },
      at: now,
    });
    await enqueue(tx, mailPasswordChangedJob, { userId: actor.userId });
  });
}

/** Mails the account's owner that the password was changed. */
export async function mailPasswordChanged(ctx: Context, userId: number): Promise<void> {
  const user = await findUser(ctx.db, userId);
  if (user === null) return;
  await mailPerson(ctx, { to: user.email }, passwordChangedMail(user.email, ctx.settings.publicUrl));
}
