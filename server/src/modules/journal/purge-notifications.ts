import type { Context } from '../../context.ts';
import { deleteOldNotifications } from './notifications.queries.ts';

const DAY = 24 * 60 * 60_000;
export const RESOLVED_KEPT = 30 * DAY;
export const OTHERS_KEPT = 180 * DAY;

/** Purges notifications that were resolved a month ago, and those that are not critical after half a year. */
export async function purgeNotifications(ctx: Context): Promise<void> {
  const now = ctx.clock.now().getTime();
  await deleteOldNotifications(ctx.db, {
    resolved: new Date(now - RESOLVED_KEPT),
    others: new Date(now - OTHERS_KEPT),
  });
}
