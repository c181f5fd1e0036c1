import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../context.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { endStreams } from '../../api/live.ts';
import { invalid, type Actor } from '../../api/routing.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { endTokens } from './tokens/access-tokens.queries.ts';
import { mailPasswordChangedJob } from './account/accounts.jobs.ts';
import {
  deleteAttempts,
  findReset,
  lockUser,
  setNewPassword,
  takeReset,
} from './account/accounts.queries.ts';
import { fairnessKeyOf, throttleKeysOf } from './passwords/throttle-sign-ins.ts';
import { hashNewPassword } from './passwords/passwords.ts';
import { requireOtherPassword } from './passwords/require-other-password.ts';
import { endSessions } from './sessions/sessions.queries.ts';
import { hashToken } from './account/tokens.ts';

/**
 * Sets a new password by a mailed link, makes the link invalid, and ends every access token and every session of the account but
 * the caller's own. Clears the throttle counts of the old password.
 * @param caller the account that is signed in where the link was opened, if any
 * @throws Refusal 422 for a link that is unknown, used, replaced or older than six hours, or the present password
 */
export async function resetPassword(
  ctx: Context,
  entries: { readonly reset_password_token: string; readonly password: string },
  caller: Actor | null,
  address: string,
): Promise<void> {
  const tokenHash = hashToken(entries.reset_password_token);
  // Without this check anybody could make the server hash passwords. `takeReset` decides.
  const user = await findReset(ctx.db, tokenHash, ctx.clock.now());
  if (user === null) throw deadLink();
  const { account } = throttleKeysOf(ctx, user.email, address);
  await requireOtherPassword(entries.password, user.passwordHash, fairnessKeyOf(account, address, true));
  const passwordHash = await hashNewPassword(entries.password);

  await inTransaction(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    const userId = await takeReset(tx, tokenHash, now);
    if (userId === null) throw deadLink();
    const before = await lockUser(tx, { id: userId });
    const email = await setNewPassword(tx, userId, passwordHash, now);
    const own = caller?.userId === userId ? caller.sessionId : null;
    for (const sessionId of await endSessions(tx, userId, own, now)) await endStreams(tx, { sessionId });
    await endTokens(tx, { userId, storeId: null }, now);
    await recordActivity(tx, {
      storeId: null,
      key: 'user.reset_password',
      actor: { type: 'User', id: userId },
      recipient: { type: 'User', id: userId },
      before: { password_expired: before?.passwordExpired },
      after: { password_expired: false },
      at: now,
    });
    const keys = throttleKeysOf(ctx, email, address);
    await enqueue(tx, mailPasswordChangedJob, { userId });
    await deleteAttempts(tx, [keys.pair, keys.strangers]);
  });
}

function deadLink() {
  return invalid('reset_password_token', message('accounts.reset_link_dead'));
}
