import type { Context } from '../../context.ts';
import { endStreams } from '../../api/live.ts';
import { notFound, type Actor } from '../../api/routing.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { endSession, endSessions } from './sessions.queries.ts';

/*
 * A session that ends: its token is worthless from then on, and its live streams end. Its row stays for a while: the address
 * is one that the account's owner uses.
 */

/** Signs out here. */
export async function signOut(ctx: Context, actor: Actor): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await endSession(tx, actor.userId, actor.sessionId, ctx.clock.now());
    await endStreams(tx, { sessionId: actor.sessionId });
  });
}

/**
 * Signs out one of the places where the caller's account is signed in.
 * @throws Refusal 404 for a session that has ended or is another's
 */
export async function signOutPlace(ctx: Context, actor: Actor, sessionId: number): Promise<void> {
  const now = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    if (!(await endSession(tx, actor.userId, sessionId, now))) throw notFound('The session');
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

/** Signs out everywhere but here. */
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
