import type { Context } from '../../context.ts';
import { deleteNoticesBefore } from './notices.queries.ts';

/** Longer than any channel repeats a notice. */
const KEPT_DAYS = 14;

/** Deletes notices that came long ago. */
export async function forgetOldNotices(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - KEPT_DAYS * 86_400_000);
  await deleteNoticesBefore(ctx.db, before);
}
