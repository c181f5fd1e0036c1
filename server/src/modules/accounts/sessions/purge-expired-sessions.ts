import type { Context } from '../../../context.ts';
import { deleteExpired } from '../account/accounts.queries.ts';
import { KNOWN_ADDRESS_LIFE, THROTTLE_WINDOW } from '../passwords/sign-in.rules.ts';

/** Purges sessions that ended long ago, and expired throttle counts and mailed links. */
export async function purgeExpiredSessions(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  await deleteExpired(ctx.db, {
    sessionsEnded: new Date(now.getTime() - KNOWN_ADDRESS_LIFE),
    windowStart: new Date(now.getTime() - THROTTLE_WINDOW),
    now,
  });
}
