import type { Access } from '../kit/access.ts';

/** What follows from the region of a shop: its currency, and the zone in which its carriers' hours are given. */
interface Region {
  readonly currency: string;
  readonly timeZone: string;
  /** Characters that a title has at least (tiktok.md 3.3). */
  readonly shortestTitle: number;
}

/** The regions of South-East Asia (tiktok.md, scope): one app and one host serve them all. */
const regions: Readonly<Record<string, Region>> = {
  SG: { currency: 'SGD', timeZone: 'Asia/Singapore', shortestTitle: 25 },
  MY: { currency: 'MYR', timeZone: 'Asia/Kuala_Lumpur', shortestTitle: 25 },
  ID: { currency: 'IDR', timeZone: 'Asia/Jakarta', shortestTitle: 25 },
  TH: { currency: 'THB', timeZone: 'Asia/Bangkok', shortestTitle: 25 },
  VN: { currency: 'VND', timeZone: 'Asia/Ho_Chi_Minh', shortestTitle: 25 },
  PH: { currency: 'PHP', timeZone: 'Asia/Manila', shortestTitle: 25 },
};

/** Currency of a region's shops; null where we do not know the region. */
export function currencyOf(region: string | null): string | null {
  return region === null ? null : (regions[region]?.currency ?? null);
}

/** The zone in which the hours of a shop are given; UTC where we do not know its region. */
export function timeZoneOf(access: Access): string {
  return regions[access.credentials.extra['region'] ?? '']?.timeZone ?? 'UTC';
}

/** Characters that a title in this shop must have (tiktok.md 3.3); 1 outside South-East Asia. */
export function shortestTitleOf(access: Access): number {
  return regions[access.credentials.extra['region'] ?? '']?.shortestTitle ?? 1;
}

/** The shop sells on Tokopedia too, from one stock (tiktok.md 9). */
export function sellsOnTokopedia(access: Access): boolean {
  return access.credentials.extra['region'] === 'ID';
}
