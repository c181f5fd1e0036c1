import type { Tx } from '../../../platform/database/database.ts';
import { endInvitations } from './invitations.queries.ts';

/** Ends every invitation of the installation: a restored database does not know which of them were withdrawn since. */
export async function endAllInvitations(tx: Tx, at: Date): Promise<void> {
  await endInvitations(tx, at);
}
