import type { Context } from '../../context.ts';
import { deleteOldNotifications } from './notifications.queries.ts';

const DAY = 24 * 60 * 60_000;
const RESOLVED_KEPT = 30 * DAY;
const NEWS_KEPT = 180 * DAY;

/** Removes for good what was put right a month ago, and news half a year old. */
export async function forgetOldNotifications(ctx: Context): Promise<void> {
  const now = ctx.clock.now().getTime();
  await deleteOldNotifications(ctx.db, {
    resolved: new Date(now - RESOLVED_KEPT),
    news: new Date(now - NEWS_KEPT),
  });
}
