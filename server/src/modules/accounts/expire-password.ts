import type { Context } from '../../context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { lockUser, setPasswordExpired } from './account/accounts.queries.ts';

/**
 * Marks an account's password as expired: its owner must change it before anything else.
 * @returns false where no account has this email
 */
export async function expirePassword(ctx: Pick<Context, 'db' | 'clock'>, email: string): Promise<boolean> {
  const now = ctx.clock.now();
  return inTransaction(ctx.db, async (tx) => {
    const user = await lockUser(tx, { email });
    if (user === null) return false;
    await setPasswordExpired(tx, user.id, now);
    await recordActivity(tx, {
      storeId: null,
      key: 'user.expire_password',
      actor: { type: 'System', id: null },
      recipient: { type: 'User', id: user.id },
      before: { password_expired: user.passwordExpired },
      after: { password_expired: true },
      at: now,
    });
    return true;
  });
}
