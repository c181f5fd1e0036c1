import type { AccountDetails } from '@evenstock/connectors/kit/connector';
import type { Tx } from '../../platform/database.ts';
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
  { shopId, details, consentEndsAt, userId }: AuthorisedShop,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('marketplaces')
    .set((eb) => ({
      state: 'verified',
      needs_authorization: false,
      auth_expiry: consentEndsAt,
      channel_shop_id: shopId,
      shop_name: eb.fn.coalesce('shop_name', eb.val(details.shopName)),
      currency: details.currency,
      account: JSON.stringify(details.fields),
      verified_at: now,
      verified_by_user_id: userId,
      first_synced_at: null,
      deactivated_at: null,
      updated_at: now,
    }))
    .where('id', '=', marketplaceId)
    .execute();
  await forgetZeroing(tx, marketplaceId);
}
