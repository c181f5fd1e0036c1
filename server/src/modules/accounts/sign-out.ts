import type { Context } from '../../context.ts';
import { endStreams } from '../../platform/live.ts';

/** Ends a session: its token is worthless from now on, and its live streams end. */
export async function signOut(ctx: Context, sessionId: number): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    // The row stays for a while: the address is one that the account's owner uses.
    await tx
      .updateTable('sessions')
      .set({ expires_at: ctx.clock.now() })
      .where('id', '=', sessionId)
      .execute();
    await endStreams(tx, { sessionId });
  });
}
