import type { Tx } from '../../platform/database.ts';
import { setAuthorised, type AuthorisedShop } from './authorisations.queries.ts';
import { forgetZeroing } from './zeroings.queries.ts';

/**
 * Records that the shop of a marketplace is authorised, in the transaction of its credentials: it is verified, whatever it was
 * before, and its listings are not set to 0 any more.
 * @throws the violation of `marketplaces_shop` where another marketplace is this shop
 */
export async function recordAuthorised(
  tx: Tx,
  marketplaceId: number,
  shop: AuthorisedShop,
  now: Date,
): Promise<void> {
  await setAuthorised(tx, marketplaceId, shop, now);
  await forgetZeroing(tx, marketplaceId);
}
