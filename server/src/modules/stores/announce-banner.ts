import type { Context } from '../../context.ts';
import { inTransaction } from '../../platform/transaction.ts';

/**
 * Puts two lines above every store's screens, from now on; what stood there before ends. No lines: nothing stands there.
 */
export async function announceBanner(
  ctx: Pick<Context, 'db' | 'clock'>,
  lines: readonly [string, string],
): Promise<void> {
  const now = ctx.clock.now();
  const [line_1, line_2] = lines;
  await inTransaction(ctx.db, async (tx) => {
    await tx
      .updateTable('banner_announcements')
      .set({ ends_at: now })
      .where((either) => either.or([either('ends_at', 'is', null), either('ends_at', '>', now)]))
      .execute();
    if (line_1 === '' && line_2 === '') return;
    await tx.insertInto('banner_announcements').values({ line_1, line_2, starts_at: now }).execute();
  });
}
