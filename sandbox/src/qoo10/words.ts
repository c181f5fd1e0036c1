import type { Item, ListingStatus } from '../core/records.ts';

/** Item statuses (qoo10.md 3): S0 under review, S1 on queue, S2 available, S3 suspended, S4 deleted, S5 restricted, S8 rejected. */
export const itemStatuses = ['S0', 'S1', 'S2', 'S3', 'S4', 'S5', 'S8'] as const;

const statusWords: Record<ListingStatus, (typeof itemStatuses)[number]> = {
  reviewing: 'S0',
  unlisted: 'S1',
  normal: 'S2',
  banned: 'S3',
  deleted: 'S4',
};

export function itemStatus(item: Item): (typeof itemStatuses)[number] {
  return statusWords[item.status];
}

/** The status of a row, by the digit of its status text (qoo10.md 4.1). */
export type DeliveryStatus = 1 | 2 | 3 | 4 | 5;

/** The text always ends with the digit in brackets. */
export const deliveryStatusWords: Record<DeliveryStatus, string> = {
  1: 'On Waiting(1)',
  2: 'On request(2)',
  3: 'Seller confirm(3)',
  4: 'On delivery(4)',
  5: 'Delivered(5)',
};

export function isDeliveryStatus(value: number): value is DeliveryStatus {
  return Number.isInteger(value) && value >= 1 && value <= 5;
}

/** Why a seller cancels, by the codes of QSM (qoo10.md 6), in the words of the claim list. */
export const cancelReasons: Readonly<Record<string, string>> = {
  NR: 'Out of Stock(by Seller)',
  DD: 'Shipping Delay(by Seller)',
  NC: "Customer's Request(by Seller)",
  BG: 'Change of Options(by Seller)',
  UD: 'Undeliverable Region(by Seller)',
};
export const outOfStock = 'NR';

/** Singapore is UTC+8 (qoo10.md 4.2). */
const zone = 8 * 3_600_000;

/** `2026-01-01 09:00:00` in Singapore; empty for what has not happened. */
export function localTime(instant: number | null): string {
  return instant === null ? '' : new Date(instant + zone).toISOString().slice(0, 19).replace('T', ' ');
}

/** An instant from `yyyyMMdd` or `yyyyMMddHHmmss`, or null; a bare day means its first or its last second. */
export function readTime(text: string, end: 'first' | 'last'): number | null {
  const parts = /^(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2}))?$/.exec(text);
  if (parts === null) return null;
  const [, year = '', month = '', day = '', ...clock] = parts;
  const usual = end === 'first' ? ['00', '00', '00'] : ['23', '59', '59'];
  const [hour = '', minute = '', second = ''] = usual.map((part, index) => clock[index] ?? part);
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const instant = Date.parse(`${local}Z`);
  // Date.parse takes the 31st of February for the 3rd of March.
  if (Number.isNaN(instant) || new Date(instant).toISOString().slice(0, 19) !== local) return null;
  return instant - zone;
}
