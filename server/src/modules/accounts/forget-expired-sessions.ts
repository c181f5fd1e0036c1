import type { Context } from '../../context.ts';
import { deleteExpired } from './accounts.queries.ts';
import { KNOWN_PLACE_LIFE, THROTTLE_WINDOW } from './sign-in.rules.ts';

/** Removes sessions that ended long ago, counts of tries and reset links that have run out. */
export async function forgetExpiredSessions(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  await deleteExpired(ctx.db, {
    sessionsEnded: new Date(now.getTime() - KNOWN_PLACE_LIFE),
    windowStart: new Date(now.getTime() - THROTTLE_WINDOW),
    now,
  });
}
