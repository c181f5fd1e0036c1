import type { Tx } from '../../platform/database/database.ts';
import { endStreams } from '../../api/live.ts';
import { endTokens } from './tokens/access-tokens.queries.ts';
import { deleteAllLinks, endAllSessions as endAll } from './sessions/sessions.queries.ts';

/**
 * Ends every session, access token and reset link of the installation: a restored database does not know which of them were ended
 * since.
 */
export async function endAllSessions(tx: Tx, at: Date): Promise<void> {
  for (const sessionId of await endAll(tx, at)) await endStreams(tx, { sessionId });
  await endTokens(tx, { userId: null, storeId: null }, at);
  await deleteAllLinks(tx);
}
