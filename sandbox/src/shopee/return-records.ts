import type { Order, OrderEvent } from '../core/records.ts';
import type { Shop } from '../core/shop.ts';
import { keyOf, returnOf, type Records, type ReturnRecord } from './records.ts';

/** The vendor's words for what buyers say (6.2), by what their text speaks of. */
const reasonWords: readonly (readonly [speaksOf: RegExp, word: string])[] = [
  [/not (receive|arrive)|never (came|arrived)/i, 'NOT_RECEIPT'],
  [/wrong/i, 'WRONG_ITEM'],
  [/damag|broken|crack/i, 'ITEM_DAMAGED'],
  [/missing|incomplete/i, 'ITEM_MISSING'],
  [/fit|size/i, 'ITEM_NOT_FIT'],
  [/fake/i, 'ITEM_FAKE'],
  [/differ|describ/i, 'DIFFERENT_DESCRIPTION'],
];

/** The most offers that a seller may make for one return. */
export const counterLimit = 2;

/** Updates the returns after an event of their order. Returns the change of status that the app is notified of. */
export function followReturn(
  records: Records,
  shop: Shop,
  order: Order,
  event: OrderEvent,
): { readonly sn: string; readonly before: string; readonly after: string } | null {
  if (event.name === 'request_return') {
    const made = newReturn(shop, order, event);
    records.returns.put(keyOf(shop, made.sn), made);
    return { sn: made.sn, before: '', after: made.status };
  }
  const found = returnOf(records, shop, order);
  const after = ends[event.name];
  if (after === undefined || found === undefined || found.status === after) return null;
  const before = found.status;
  setReturnStatus(records, shop, found, after, event.at);
  return { sn: found.sn, before, after };
}

const ends: Partial<Record<OrderEvent['name'], ReturnRecord['status']>> = {
  return: 'ACCEPTED',
  withdraw_return: 'CANCELLED',
  reject_return: 'CLOSED',
};

export function setReturnStatus(
  records: Records,
  shop: Shop,
  found: ReturnRecord,
  status: ReturnRecord['status'],
  at: number,
): void {
  found.status = status;
  found.updatedAt = at;
  records.returns.put(keyOf(shop, found.sn), found);
}

function newReturn(shop: Shop, order: Order, event: OrderEvent): ReturnRecord {
  const text = event.reason ?? 'Change of mind';
  const units: Record<string, number> = {};
  for (const line of order.lines)
    units[line.id] = event.units?.[line.id] ?? line.quantity - line.cancelled - line.returned;
  const day = new Date(event.at + 8 * 3_600_000).toISOString().slice(2, 10).replaceAll('-', '');
  const sequence = String(shop.nextNumber('return')).padStart(5, '0');
  return {
    sn: `${day}${String(Number(shop.id) % 10_000).padStart(4, '0')}${sequence}`,
    shop: shop.id,
    order: order.number,
    status: 'REQUESTED',
    reason: reasonWords.find(([speaksOf]) => speaksOf.test(text))?.[1] ?? 'CHANGE_MIND',
    text,
    // Shopee's warehouse decides the returns whose reason names one.
    validation: /warehouse/i.test(text) ? 'warehouse_validation' : 'seller_validation',
    createdAt: event.at,
    updatedAt: event.at,
    units,
    refund: order.lines.reduce((sum, line) => sum + line.unitPrice * (units[line.id] ?? 0), 0),
    dispute: null,
    offer: null,
    counters: 0,
    proof: null,
  };
}
