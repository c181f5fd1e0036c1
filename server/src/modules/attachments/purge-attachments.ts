import type { Context } from '../../context.ts';
import { deleteUnusedBefore, orphans } from './attachments.queries.ts';

const DAY = 86_400_000;

/** Purges files that were not used within a day, and those whose order was purged. */
export async function purgeAttachments(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - DAY);
  await deleteUnusedBefore(ctx.db, before);
  for (const key of await orphans(ctx.db, await ctx.files.writtenBefore(before))) await ctx.files.remove(key);
}
