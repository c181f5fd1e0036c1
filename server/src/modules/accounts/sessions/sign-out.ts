import type { Context } from '../../../context.ts';
import { endStreams } from '../../../api/live.ts';
import { notFound, type Actor } from '../../../api/routing.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { endSession, endSessions } from './sessions.queries.ts';

/*
 * Ending a session invalidates its token and ends its live streams. Its row stays for a while, as it makes its address a known
 * one of the account.
 */

/** Ends the caller's session. */
export async function signOut(ctx: Context, actor: Actor): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await endSession(tx, actor.userId, actor.sessionId, ctx.clock.now());
    await endStreams(tx, { sessionId: actor.sessionId });
  });
}

/**
 * Ends one session of the caller's account.
 * @throws Refusal 404 for a session that has ended or is another's
 */
export async function signOutSession(ctx: Context, actor: Actor, sessionId: number): Promise<void> {
  const now = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    if (!(await endSession(tx, actor.userId, sessionId, now))) throw notFound('session');
    await endStreams(tx, { sessionId });
    await recordActivity(tx, {
      storeId: null,
      key: 'user.end_session',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'User', id: actor.userId },
      at: now,
    });
  });
}

/** Ends every session of the account but the caller's own. */
export async function signOutElsewhere(ctx: Context, actor: Actor): Promise<void> {
  const now = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    const ended = await endSessions(tx, actor.userId, actor.sessionId, now);
    for (const sessionId of ended) await endStreams(tx, { sessionId });
    if (ended.length === 0) return;
    await recordActivity(tx, {
      storeId: null,
      key: 'user.end_session',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'User', id: actor.userId },
      extras: { sessions: ended.length },
      at: now,
    });
  });
}
