import type { Tx } from '../../platform/database.ts';
import { lockNotLeft } from './authorisations.queries.ts';
import type { NamedMarketplace } from './named-marketplace.ts';

/**
 * Locks a marketplace that was not left: until the transaction ends nobody authorises it, leaves it, or notifies of it.
 * @returns null for one that was deactivated or deleted, or whose store is gone
 */
export function lockMarketplace(tx: Tx, id: number): Promise<NamedMarketplace | null> {
  return lockNotLeft(tx, id);
}
