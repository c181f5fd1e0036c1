import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { insertReferral, storeOfCode } from './referrals.queries.ts';

/** Records which store referred a new account, so that a reward can be decided. Repeating it changes nothing. */
export async function noteReferral(ctx: Context, userId: number, code: string | null): Promise<void> {
  if (code === null || !ctx.settings.referralOn) return;
  await inTransaction(ctx.db, async (tx) => {
    const store = await storeOfCode(tx, code);
    if (store === null) return;
    await insertReferral(tx, { userId, storeId: store.id, now: ctx.clock.now() });
  });
}
