import type { Tx } from '../../../platform/database/database.ts';
import { lockNotLeft } from './authorisations.queries.ts';
import type { NamedMarketplace } from './named-marketplace.ts';

/**
 * Locks a marketplace against concurrent authorisation, deactivation, deletion and notification.
 * @returns null for one that is deactivated or deleted, or whose store is deleted
 */
export function lockMarketplace(tx: Tx, id: number): Promise<NamedMarketplace | null> {
  return lockNotLeft(tx, id);
}
