import type { Tx } from '../../platform/database/database.ts';
import { takeAsSent } from './recovered-actions.queries.ts';

/**
 * Has every unfinished action checked before it is called again. A restored database does not know which of them were sent since its
 * backup.
 */
export async function checkActionsAfterRecovery(tx: Tx, at: Date): Promise<void> {
  await takeAsSent(tx, at);
}
