import type { Context } from '../../context.ts';
import { pagesAlone, togetherOrEach } from '../../platform/jobs/each-alone.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { deleteAttachments, lockOfOrders, lockUnused, unusedAttachments } from './attachments.queries.ts';

const DAY = 86_400_000;
const AT_ONCE = 100;

/** Purges files that were not used within a day; one that cannot be removed stops no other. After a kill the next run continues. */
export async function purgeAttachments(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - DAY);
  const of = { log: ctx.log, task: 'attachments.purge_unused_attachments' };
  await pagesAlone(
    (last: string | null) => unusedAttachments(ctx.db, before, { after: last, limit: AT_ONCE }),
    (page) => togetherOrEach(of, page, (keys) => purgeSome(ctx, keys)),
  );
}

function purgeSome(ctx: Context, unused: readonly string[]): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const keys = await lockUnused(tx, unused);
    for (const key of keys) await ctx.files.remove(key);
    await deleteAttachments(tx, keys);
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
