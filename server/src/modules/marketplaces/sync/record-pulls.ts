import type { Tx } from '../../../platform/database/database.ts';
import type { FirstSynced } from '../consent/named-marketplace.ts';
import { countOrders, countProductListings, setFirstOrderPull, setFirstSynced } from './synced.queries.ts';

/** Records the first pull of a marketplace's orders. */
export function recordFirstOrderPull(tx: Tx, marketplaceId: number, at: Date): Promise<void> {
  return setFirstOrderPull(tx, marketplaceId, at);
}

/** Records the end of a pull in the marketplace's row, for its page. */
export async function recordPulled(
  tx: Tx,
  marketplaceId: number,
  kind: 'listings' | 'orders',
  at: Date,
): Promise<void> {
  await (kind === 'listings' ? countProductListings(tx, marketplaceId, at) : countOrders(tx, marketplaceId));
}

/**
 * Records that the first pulls after an authorisation are done.
 * @returns null where that was recorded before
 */
export function recordFirstSync(tx: Tx, marketplaceId: number, at: Date): Promise<FirstSynced | null> {
  return setFirstSynced(tx, marketplaceId, at);
}
