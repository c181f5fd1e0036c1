import type { Context } from '../../../context.ts';
import { deleteNoticesBefore } from './notices.queries.ts';

/** How long notices are kept: longer than any channel repeats them. */
export const KEPT_DAYS = 14;

/** Purges notices that came long ago, and expired authorisations. */
export async function purgeNotices(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - KEPT_DAYS * 86_400_000);
  await deleteNoticesBefore(ctx.db, before);
}
