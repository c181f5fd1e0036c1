import type { Tx } from '../../platform/database/database.ts';
import { setAuthorised, type AuthorisedShop } from './consent/authorisations.queries.ts';
import { lockUndeleted } from './marketplaces.queries.ts';
import { deleteZeroing } from './zeroings/zeroings.queries.ts';

/**
 * Records that a marketplace is authorised, in the transaction of its credentials: it becomes verified, and a zeroing ends.
 * @returns its state before
 * @throws the violation of `marketplaces_shop` where another marketplace has this shop
 */
export async function recordAuthorised(
  tx: Tx,
  marketplaceId: number,
  shop: AuthorisedShop,
  now: Date,
): Promise<{ readonly state: string; readonly needs_authorization: boolean } | null> {
  const before = await lockUndeleted(tx, marketplaceId);
  await setAuthorised(tx, marketplaceId, shop, now);
  await deleteZeroing(tx, marketplaceId);
  return before;
}
