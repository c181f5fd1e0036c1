import type { Tx } from '../../platform/database.ts';
import { endInvitations } from './invitations.queries.ts';

/** Ends every invitation of the installation: after its database went back, it cannot tell those that were taken back since. */
export async function endAllInvitations(tx: Tx, at: Date): Promise<void> {
  await endInvitations(tx, at);
}
