import type { Shop } from '../core/shop.ts';

/** What differs between the sites that the simulated shops sell on. */
interface Site {
  readonly country: string;
  readonly carrier: string;
  /** What a buyer pays for delivery, in minor units. */
  readonly shippingFee: number;
  readonly codePrefix: string;
}

const sites = {
  SG: { country: 'Singapore', carrier: 'Ninja Van', shippingFee: 149, codePrefix: 'SGLC' },
  ID: { country: 'Indonesia', carrier: 'J&T Express', shippingFee: 1_200_000, codePrefix: 'IDLC' },
} as const satisfies Record<string, Site>;
export type Region = keyof typeof sites;

/** Shops that sell in rupiah are Indonesian, and sell on Tokopedia too (tiktok.md 9). */
export function regionOf(shop: Shop): Region {
  return shop.record.currency === 'IDR' ? 'ID' : 'SG';
}

export function isIndonesian(shop: Shop): boolean {
  return regionOf(shop) === 'ID';
}

export function siteOf(shop: Shop): Site {
  return sites[regionOf(shop)];
}

/** An amount as a decimal text; rupiah have no decimals on the wire ("5000"). */
export function amountText(shop: Shop, minorUnits: number): string {
  return isIndonesian(shop) ? String(Math.round(minorUnits / 100)) : (minorUnits / 100).toFixed(2);
}

/** Minor units of an amount as callers write it, or null. */
export function amountOf(shop: Shop, text: string): number | null {
  const shape = isIndonesian(shop) ? /^\d{1,12}$/ : /^\d{1,10}(\.\d{1,2})?$/;
  return shape.test(text) ? Math.round(Number(text) * 100) : null;
}

export const platforms = ['TIKTOK_SHOP', 'TOKOPEDIA'] as const;
export type Platform = (typeof platforms)[number];
