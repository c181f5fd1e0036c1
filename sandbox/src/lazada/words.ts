import type { Item, ListingStatus, OrderStage } from '../core/records.ts';

/** The site that the simulated shops sell on, as consent pages, tokens and messages name it. */
export const site = { country: 'sg', message: 'lazada_sg', zone: '+0800', zoneMinutes: 480 } as const;

/** The status words of an item (lazada.md 3). */
export const itemStatusWords: Record<ListingStatus, string> = {
  normal: 'Active',
  unlisted: 'InActive',
  banned: 'Suspended',
  reviewing: 'Pending QC',
  deleted: 'Deleted',
};

/** The status of a unit of an order, as long as it is not cancelled or returned (lazada.md 4.1). */
export const unitStatusWords: Record<OrderStage, string> = {
  unpaid: 'unpaid',
  ready: 'pending',
  packed: 'packed',
  shipped: 'shipped',
  delivered: 'delivered',
  completed: 'delivered',
  cancelled: 'canceled',
};

/** What the `filter` of /products/get selects. */
export const productFilters: Readonly<Record<string, (item: Item) => boolean>> = {
  all: (item) => item.status !== 'deleted',
  live: (item) => item.status === 'normal',
  inactive: (item) => item.status === 'unlisted',
  deleted: (item) => item.status === 'deleted',
  pending: (item) => item.status === 'reviewing',
  rejected: (item) => item.status === 'banned',
  'sold-out': (item) => item.status === 'normal' && item.variants.every(({ stock }) => stock.sellable <= 0),
};

/** The filters of /orders/get and the unit statuses that each selects; `topack`, `toship`, `shipping` are aliases. */
export const orderFilters: Readonly<Record<string, readonly string[] | 'all'>> = {
  all: 'all',
  unpaid: ['unpaid'],
  pending: ['pending'],
  packed: ['packed'],
  canceled: ['canceled'],
  ready_to_ship: ['ready_to_ship'],
  delivered: ['delivered'],
  returned: ['returned'],
  shipped: ['shipped'],
  failed: ['failed_delivery'],
  topack: ['pending', 'packed'],
  toship: ['ready_to_ship'],
  shipping: ['shipped'],
  lost: ['lost_by_3pl'],
  lost_by_3pl: ['lost_by_3pl'],
  damaged_by_3pl: ['damaged_by_3pl'],
  failed_delivery: ['failed_delivery'],
  shipped_back: ['shipped_back'],
  shipped_back_success: ['shipped_back_success'],
  shipped_back_failed: ['shipped_back_failed'],
  package_scrapped: ['package_scrapped'],
};

/** Reasons for which a seller may cancel, by id; the marked ones set the SKU's stock to 0 (lazada.md 6.1). */
export const cancelReasons = [
  { id: '10000019', name: 'Sourcing Delay(cannot meet deadline)', zeroes: false },
  { id: '10000021', name: 'Out of Stock', zeroes: true },
  { id: '10000023', name: 'Wrong Price or Pricing Error', zeroes: true },
] as const;

/** `2026-01-01 10:00:00 +0800`, as orders are dated. */
export function orderTime(instant: number): string {
  return `${local(instant).replace('T', ' ')} ${site.zone}`;
}

/** `2026-01-01T10:00:00+08:00`, as deadlines are dated. */
export function isoTime(instant: number): string {
  return `${local(instant)}${site.zone.slice(0, 3)}:${site.zone.slice(3)}`;
}

/** `2026-01-01`. */
export function day(instant: number): string {
  return local(instant).slice(0, 10);
}

function local(instant: number): string {
  return new Date(instant + site.zoneMinutes * 60_000).toISOString().slice(0, 19);
}

/** Instant of a time as callers write it (ISO 8601 with zone, `2026-01-01 10:00:00 +0800`, a plain date), or null. */
export function readTime(text: string): number | null {
  const spaced = text.trim().replace(/^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}(?::\d{2})?)(?: ?([+-]\d{2}):?(\d{2}))?$/, (_all, date: string, time: string, hours?: string, minutes?: string) => `${date}T${time}${hours === undefined ? '' : `${hours}:${minutes ?? '00'}`}`); // oxfmt-ignore
  const zoned = spaced.replace(/([+-]\d{2})(\d{2})$/, (all, hours: string, minutes: string) =>
    spaced.includes('T') ? `${hours}:${minutes}` : all,
  );
  if (!/^\d{4}-\d{2}-\d{2}/.test(zoned)) return null;
  const hasZone = /(Z|[+-]\d{2}:\d{2})$/.test(zoned);
  const full = zoned.includes('T') ? zoned : `${zoned}T00:00:00`;
  const instant = Date.parse(hasZone ? full : `${full}+08:00`);
  return Number.isNaN(instant) ? null : instant;
}

/** Where Lazada keeps what it sends (lazada.md 3, 4: `is_fbl`). */
/** The code of a seller's warehouse: of the main one, or of the further one with this key. */
export const warehouseCode = (place: string | null): string =>
  place === null ? 'dropshipping' : `dropshipping-${place}`;

export const lazadasWarehouse = 'OMS-LAZADA-SG-W-1';
