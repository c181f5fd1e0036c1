import type { Context } from '../../../context.ts';
import type { Actor } from '../../../api/routing.ts';
import { findSession, markSeen } from './sessions.queries.ts';
import { livenessAt, SEEN_GRAIN } from '../passwords/sign-in.rules.ts';
import { hashToken } from '../account/tokens.ts';

/** The caller, with the facts that admission depends on. */
export interface Caller extends Actor {
  /** The password must be changed before anything else is done. */
  readonly passwordExpired: boolean;
  readonly hasSecondFactor: boolean;
}

/** The account that a session token belongs to; null for a token that is unknown, revoked, out of date or long unused. */
export async function identifyCaller(ctx: Context, token: string): Promise<Caller | null> {
  const now = ctx.clock.now();
  const session = await findSession(ctx.db, hashToken(token), livenessAt(now, ctx.settings));
  if (session === null) return null;
  const { lastSeenAt, ...actor } = session;
  if (lastSeenAt === null || now.getTime() - lastSeenAt.getTime() >= SEEN_GRAIN) {
    await markSeen(ctx.db, session.sessionId, now);
  }
  return actor;
}
