import type { Context } from '../../context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { deleteAttachments, lockOfOrders, lockUnused } from './attachments.queries.ts';

const DAY = 86_400_000;
const AT_ONCE = 100;

/** Purges files that were not used within a day. After a kill the next run continues. */
export async function purgeAttachments(ctx: Context): Promise<void> {
  while ((await purgeSome(ctx, new Date(ctx.clock.now().getTime() - DAY))) === AT_ONCE);
}

/** @returns how many were purged */
function purgeSome(ctx: Context, before: Date): Promise<number> {
  return inTransaction(ctx.db, async (tx) => {
    const keys = await lockUnused(tx, before, AT_ONCE);
    for (const key of keys) await ctx.files.remove(key);
    await deleteAttachments(tx, keys);
    return keys.length;
  });
}

/** Deletes the files of orders. Files go first, so a run that is killed leaves rows that the next one finds. */
export function deleteOfOrders(ctx: Context, orderIds: readonly number[]): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const keys = await lockOfOrders(tx, orderIds);
    for (const key of keys) await ctx.files.remove(key);
    await deleteAttachments(tx, keys);
  });
}
