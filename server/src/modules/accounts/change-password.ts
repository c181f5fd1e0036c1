import type { Context } from '../../context.ts';
import { enqueue } from '../../platform/jobs.ts';
import { endStreams } from '../../api/live.ts';
import { Refusal, type Actor } from '../../api/routing.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { mailPasswordChangedJob } from './accounts.jobs.ts';
import { passwordChangedMail } from './accounts.mails.ts';
import { deleteResets, findUser, setPassword } from './accounts.queries.ts';
import { hashPassword } from './passwords.ts';
import { proveOwner } from './prove-owner.ts';
import { endSessions } from './sessions.queries.ts';

/**
 * Sets a new password for whoever is signed in, and ends every other session of the account. A password that has expired is
 * replaced without asking for it: nobody gets further with such an account anyway.
 * @throws Refusal 422 where the caller does not prove to be the account's owner
 */
export async function changePassword(
  ctx: Context,
  actor: Actor,
  entries: { readonly password: string; readonly current_password?: string | undefined },
  address: string,
): Promise<void> {
  const user = await findUser(ctx.db, actor.userId);
  if (user === null) throw new Refusal(401, 'You are not signed in. Sign in and try again.');
  if (!user.passwordExpired) await proveOwner(ctx, actor, entries.current_password, address);
  const passwordHash = await hashPassword(entries.password);
  const now = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    await setPassword(tx, actor.userId, passwordHash, now);
    // A link that was mailed before would set yet another one.
    await deleteResets(tx, actor.userId);
    for (const sessionId of await endSessions(tx, actor.userId, actor.sessionId, now)) {
      await endStreams(tx, { sessionId });
    }
    await recordActivity(tx, {
      storeId: null,
      key: 'user.change_password',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'User', id: actor.userId },
      at: now,
    });
    await enqueue(tx, mailPasswordChangedJob, { userId: actor.userId });
  });
}

/** Tells an account's owner that the password is another. */
export async function mailPasswordChanged(ctx: Context, userId: number): Promise<void> {
  const user = await findUser(ctx.db, userId);
  if (user === null) return;
  await ctx.mail.send({ to: user.email, ...passwordChangedMail(user.email, ctx.settings.publicUrl) });
}
