import type { AccountDetails } from '@evenstock/connectors/kit/connector';
import type { Tx } from '../../platform/database.ts';
import { setAuthorised } from './authorisations.queries.ts';
import { forgetZeroing } from './zeroings.queries.ts';

export interface AuthorisedShop {
  /** The channel's own id of the shop. */
  readonly shopId: string;
  readonly details: AccountDetails;
  /** When the seller's consent ends; null: it does not. */
  readonly consentEndsAt: Date | null;
  readonly userId: number;
}

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
