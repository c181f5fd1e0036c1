import type { Context } from '../../context.ts';
import type { Actor } from '../../routing.ts';
import { findSession } from './accounts.queries.ts';
import { hashToken } from './sign-in.ts';

/** The account that a session token belongs to; null for a token that is unknown, revoked or out of date. */
export async function identifyCaller(ctx: Context, token: string): Promise<Actor | null> {
  return findSession(ctx.db, hashToken(token), ctx.clock.now());
}
