import type { Context } from '../../../context.ts';
import type { Actor } from '../../../api/routing.ts';
import { authoriseShop } from './authorise-shop.ts';
import { requireAuthorisable } from '../../marketplaces/consent/require-authorisable.ts';
import type { MarketplaceRecord } from '../../marketplaces/show-marketplace.ts';

/**
 * Authorises a marketplace whose channel has no consent page: with the keys that the seller typed in, or with the installation's
 * own where the vendor linked the shop to it.
 * @returns the marketplace that is authorised now: another than the given one if the store had this shop before
 * @throws Refusal 422 on `marketplace` with what went wrong and what to do
 */
export async function verifyKeys(
  ctx: Context,
  actor: Actor,
  storeId: number,
  marketplace: MarketplaceRecord,
  values: Readonly<Record<string, string>>,
): Promise<number> {
  requireAuthorisable(marketplace);
  const { id, channel, shopName } = marketplace;
  return authoriseShop(
    ctx,
    actor,
    { storeId, marketplaceId: id, channel, shopName, clockOffsetMs: 0 },
    values,
  );
}
