import { message } from '@evenstock/contract/messages/message';
import type { Access } from '../kit/access.ts';
import { rejected } from '../kit/errors.ts';
import { parseReply } from '../kit/read-records.ts';
import { callShop } from './client.ts';
import { shopInfo } from './wire.ts';
import { channel } from './channel.ts';

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
  return region === null ? null : (currencies[region] ?? null);
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

/** The currency of the shop, for answers that hold amounts without one. Throws `rejected` where it is not known. */
export async function readCurrency(access: Access): Promise<string> {
  const { currency } = await readShop(access);
  if (currency !== null) return currency;
  throw rejected('unknown_region', message('answers.currency_missing', { channel }));
}
