import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { endAnnouncements, insertAnnouncement } from './announcements.queries.ts';

/**
 * Shows two lines above every store's screens from now on, instead of the earlier announcement. Without lines nothing is shown.
 */
export async function announceBanner(
  ctx: Pick<Context, 'db' | 'clock'>,
  lines: readonly [string, string],
): Promise<void> {
  const now = ctx.clock.now();
  const [line_1, line_2] = lines;
  await inTransaction(ctx.db, async (tx) => {
    await endAnnouncements(tx, now);
    if (line_1 === '' && line_2 === '') return;
    await insertAnnouncement(tx, { line_1, line_2 }, now);
  });
}
