import type { Context } from '../../context.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { setPasswordExpired } from './accounts.queries.ts';

/**
 * Marks an account's password as expired: its owner gets no further before it is changed.
 * @returns false where no account has this email
 */
export async function expirePassword(ctx: Pick<Context, 'db' | 'clock'>, email: string): Promise<boolean> {
  const now = ctx.clock.now();
  return inTransaction(ctx.db, async (tx) => {
    const userId = await setPasswordExpired(tx, email, now);
    if (userId === null) return false;
    await recordActivity(tx, {
      storeId: null,
      key: 'user.expire_password',
      actor: { type: 'System', id: null },
      recipient: { type: 'User', id: userId },
      at: now,
    });
    return true;
  });
}
