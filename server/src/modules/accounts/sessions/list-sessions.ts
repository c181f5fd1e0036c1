import { english } from '@evenstock/contract/messages/english';
import { message } from '@evenstock/contract/messages/message';
import type { CallReply } from '@evenstock/contract/api/endpoint';
import type { listSessions as endpoint } from '@evenstock/contract/accounts/own-account';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../api/routing.ts';
import { listLiveSessions } from './sessions.queries.ts';
import { livenessAt } from '../passwords/sign-in.rules.ts';

/** The live sessions of the caller's account, the caller's own first. */
export async function listSessions(ctx: Context, actor: Actor): Promise<CallReply<typeof endpoint>> {
  const now = ctx.clock.now();
  const sessions = (await listLiveSessions(ctx.db, actor.userId, livenessAt(now, ctx.settings))).map(
    (session) => {
      const isCurrent = session.id === actor.sessionId;
      return {
        id: session.id,
        browser: session.browser ?? english(message('accounts.browser_unknown')),
        signed_in_at: session.createdAt.toISOString(),
        // This call is a use of the session that is not recorded yet.
        last_seen_at: (isCurrent ? now : (session.lastSeenAt ?? session.createdAt)).toISOString(),
        is_current: isCurrent,
      };
    },
  );
  return { sessions: sessions.toSorted((a, b) => Number(b.is_current) - Number(a.is_current)) };
}
