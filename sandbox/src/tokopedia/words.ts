import type { Item, ListingStatus, Variant } from '../core/records.ts';

/** Statuses of a product (tokopedia.md 3.1). */
const productStatuses: Record<ListingStatus, number> = {
  normal: 1,
  unlisted: 3,
  banned: -2,
  reviewing: -1,
  deleted: 0,
};

export function productStatus(item: Item, variant: Variant | null): number {
  if (variant === null || item.status !== 'normal' || variant.status === 'normal')
    return productStatuses[item.status];
  return productStatuses[variant.status];
}

/** The statuses of an order (tokopedia.md 4.3) that occur in the sandbox. */
export const orderStatus = {
  autoCancelled: 0,
  rejected: 10,
  cancelledByBuyer: 15,
  created: 100,
  verified: 220,
  accepted: 400,
  waitingForCourier: 450,
  shipped: 500,
  returned: 550,
  delivered: 600,
  complaint: 601,
  finished: 700,
} as const;

/** All statuses of the document, for the `status` of a list. */
export const knownStatuses: ReadonlySet<number> = new Set([
  0, 2, 3, 4, 5, 6, 10, 11, 15, 100, 103, 200, 220, 221, 400, 450, 500, 501, 520, 530, 540, 550, 600, 601,
  690, 691, 695, 698, 699, 700, 701,
]);

/** Why a seller rejects an order (tokopedia.md 6). */
export const rejectReasons: Readonly<Record<number, string>> = {
  0: 'Shipping case',
  1: 'Out of stock',
  2: 'Variant unavailable',
  3: 'Wrong price or weight',
  4: 'Shop closed',
  5: 'Other',
  7: 'Courier problem',
  8: 'Buyer’s request',
};

/** Whole rupiah of minor units; the wire knows no others. */
export function rupiah(minor: number): number {
  return Math.round(minor / 100);
}

/** `Rp 50.000` */
export function priceText(minor: number): string {
  return `Rp ${String(rupiah(minor)).replaceAll(/\B(?=(\d{3})+$)/g, '.')}`;
}

/** Jakarta is UTC+7. */
const zone = 7 * 3_600_000;

/** `2026-01-01 10:24:00` */
export function localTime(instant: number): string {
  return new Date(instant + zone).toISOString().slice(0, 19).replace('T', ' ');
}

/** `2026-01-01` */
export function localDay(instant: number): string {
  return localTime(instant).slice(0, 10);
}

export const unsetTime = '0001-01-01T00:00:00Z';

/** RFC 3339; what has not happened is Go's first instant. */
export function wireTime(instant: number | null): string {
  return instant === null ? unsetTime : `${new Date(instant).toISOString().slice(0, 19)}Z`;
}
