import type { Access } from '../kit/access.ts';
import type { Locations } from '../kit/locations.ts';
import { ChannelError } from '../kit/errors.ts';
import { parseReply } from '../kit/read-records.ts';
import { callShop, responseOf } from './client.ts';
import { profile, shopInfo, warehouseDetail } from './wire.ts';

const currencies: Readonly<Record<string, string>> = {
  SG: 'SGD',
  MY: 'MYR',
  ID: 'IDR',
  TH: 'THB',
  VN: 'VND',
  PH: 'PHP',
  TW: 'TWD',
  BR: 'BRL',
  MX: 'MXN',
};

/** The currency of a Shopee region; null where the region is not known. */
export function currencyOf(region: string | null): string | null {
  return region === null ? null : (currencies[region.toUpperCase()] ?? null);
}

/** shopee.md 8: get_shop_info, which has no envelope. */
export async function readShop(access: Access): Promise<{
  name: string | null;
  region: string | null;
  currency: string | null;
  /** The end of the consent, which the seller chose: at most a year (1.1). */
  consentEndsAt: Date | null;
}> {
  const path = '/api/v2/shop/get_shop_info';
  const info = await callShop(access, { method: 'GET', path });
  const shop = parseReply(shopInfo, info.envelope.whole, path);
  return {
    name: shop.shop_name,
    region: shop.region,
    currency: currencyOf(shop.region),
    consentEndsAt: shop.expire_time,
  };
}

/** shopee.md 8: get_profile, which is only shown. One that is refused, or cannot be read, has nothing. */
export async function readProfile(
  access: Access,
): Promise<{ readonly shop_logo: string | null; readonly description: string | null }> {
  const nothing = { shop_logo: null, description: null };
  try {
    const answer = await callShop(access, { method: 'GET', path: '/api/v2/shop/get_profile' });
    return profile.safeParse(answer.envelope.response).data ?? nothing;
  } catch (error) {
    if (!isOfThisCall(error)) throw error;
    return nothing;
  }
}

/** A fault that says nothing of other calls. */
const isOfThisCall = (error: unknown): boolean =>
  error instanceof ChannelError && ['rejected', 'unexpected'].includes(error.fault.kind);

/** The currency of the shop, for answers that hold amounts without one; null where it is not known. */
export async function readCurrency(access: Access): Promise<string | null> {
  try {
    return (await readShop(access)).currency;
  } catch (error) {
    if (!isOfThisCall(error)) throw error;
    return null;
  }
}

/** The seller's places of stock (shopee.md 3: get_warehouse_detail). A shop without several is refused there. */
export const locations: Locations = {
  areSummed: false,
  async list(access) {
    const path = '/api/v2/shop/get_warehouse_detail';
    try {
      const answer = await callShop(access, { method: 'GET', path, query: { warehouse_type: 1 } });
      return responseOf(warehouseDetail, answer, path).map((each) => ({
        id: each.location_id,
        name: each.warehouse_name ?? each.location_id,
        keptBy: 'seller',
        isActive: true,
      }));
    } catch (error) {
      const hasOne =
        error instanceof ChannelError &&
        error.fault.kind === 'rejected' &&
        /not_in_whitelist/.test(error.fault.code);
      if (hasOne) return [];
      throw error;
    }
  },
};
