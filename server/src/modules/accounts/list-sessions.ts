import type { CallReply } from '@evenstock/contract/endpoint';
import type { listSessions as endpoint } from '@evenstock/contract/own-account';
import type { Context } from '../../context.ts';
import type { Actor } from '../../api/routing.ts';
import { describeBrowser } from './browser.rules.ts';
import { listLiveSessions } from './sessions.queries.ts';

/** Where the caller's account is signed in, the caller's own place first. */
export async function listSessions(ctx: Context, actor: Actor): Promise<CallReply<typeof endpoint>> {
  const now = ctx.clock.now();
  const sessions = (await listLiveSessions(ctx.db, actor.userId, now)).map((session) => {
    const isCurrent = session.id === actor.sessionId;
    return {
      id: session.id,
      browser: session.browser ?? describeBrowser(null),
      signed_in_at: session.createdAt.toISOString(),
      // This very call is a use that is not noted yet.
      last_seen_at: (isCurrent ? now : (session.lastSeenAt ?? session.createdAt)).toISOString(),
      is_current: isCurrent,
    };
  });
  return { sessions: sessions.toSorted((a, b) => Number(b.is_current) - Number(a.is_current)) };
}
