import { z } from 'zod';
import type { Table } from '../core/journal.ts';
import type { Order, OrderEvent } from '../core/records.ts';
import type { Shop } from '../core/shop.ts';
import { unitIds, type UnitMarks } from './units.ts';

export const reverseStatuses = [
  'REQUEST_INITIATE',
  'REQUEST_REJECT',
  'REQUEST_CANCEL',
  'CANCEL_SUCCESS',
  'RTM_SHIPPING_BACK',
  'RTM_RECEIVE_ITEM',
  'REFUND_PENDING',
  'REFUND_SUCCESS',
  'REFUND_REJECTED',
] as const;
export type ReverseStatus = (typeof reverseStatuses)[number];

/** Why a seller may refuse a return or a refund. */
export const returnReasons = [
  { id: '20000011', text: 'The item was in good order when it was sent' },
  { id: '20000012', text: 'The returned item was used or damaged' },
  { id: '20000013', text: 'The return period has passed' },
] as const;

/** One unit that a buyer wants to cancel or give back. */
export const reverseLineRecord = z.object({
  id: z.string(),
  unit: z.string(),
  status: z.enum(reverseStatuses),
  disputed: z.boolean(),
  updatedAt: z.int(),
});

/** A reverse order (lazada.md 6.2). */
export const reverseRecord = z.object({
  id: z.string(),
  shop: z.string(),
  order: z.string(),
  type: z.enum(['CANCEL', 'RETURN', 'ONLY_REFUND']),
  reason: z.string(),
  createdAt: z.int(),
  lines: z.array(reverseLineRecord),
  history: z.array(
    z.object({
      at: z.int(),
      operator: z.string(),
      text: z.string(),
      /** Those that a seller gave with a refusal. */
      pictures: z.array(z.string()).optional(),
    }),
  ),
});
export type ReverseOrder = z.infer<typeof reverseRecord>;
export type ReverseOrders = Table<ReverseOrder>;

/** The latest reverse order of an order. */
export function reverseOf(table: ReverseOrders, shop: Shop, order: Order): ReverseOrder | undefined {
  return [...table.values()].findLast((one) => one.shop === shop.id && one.order === order.number);
}

/** Keeps the reverse orders in step with what happened to their orders. */
export function followReverse(
  table: ReverseOrders,
  shop: Shop,
  order: Order,
  event: OrderEvent,
  marks: UnitMarks,
): void {
  if (event.name === 'request_cancellation' || event.name === 'request_return') {
    const made = newReverse(table, shop, order, event, marks);
    table.put(made.id, made);
    marks.reverseOrderId = made.id;
    return;
  }
  const end = ends[event.name];
  const open = reverseOf(table, shop, order);
  if (end === undefined || open === undefined) return;
  for (const line of open.lines) if (isOpen(line.status)) setStatus(line, end, event.at);
  open.history.push({ at: event.at, operator: event.by, text: end });
  table.put(open.id, open);
}

const ends: Partial<Record<OrderEvent['name'], ReverseStatus>> = {
  cancel: 'CANCEL_SUCCESS',
  withdraw_cancellation: 'REQUEST_CANCEL',
  reject_cancellation: 'REQUEST_REJECT',
  return: 'REFUND_SUCCESS',
  withdraw_return: 'REQUEST_CANCEL',
  reject_return: 'REQUEST_REJECT',
};

/** It still waits for somebody. */
export function isOpen(status: ReverseStatus): boolean {
  return ['REQUEST_INITIATE', 'RTM_SHIPPING_BACK', 'RTM_RECEIVE_ITEM', 'REFUND_PENDING'].includes(status);
}

export function setStatus(line: ReverseOrder['lines'][number], status: ReverseStatus, at: number): void {
  line.status = status;
  line.updatedAt = at;
}

function newReverse(table: ReverseOrders, shop: Shop, order: Order, event: OrderEvent, marks: UnitMarks): ReverseOrder {
  const before = [...table.values()].filter((one) => one.shop === shop.id && one.order === order.number).length;
  const reason = event.reason ?? 'Change of mind';
  const units = order.lines.flatMap((line) => {
    const free = unitIds(line).filter((id) => marks.units[id] === undefined);
    return free.slice(0, event.units?.[line.id] ?? free.length);
  });
  // A parcel that never came has nothing to give back.
  const goods = /not (receive|arrive)|never (came|arrived)/i.test(reason) ? 'ONLY_REFUND' : 'RETURN';
  return {
    id: `${String(7 + before)}${order.id}`,
    shop: shop.id,
    order: order.number,
    type: event.name === 'request_cancellation' ? 'CANCEL' : goods,
    reason,
    createdAt: event.at,
    lines: units.map((unit) => ({ id: `${String(6 + before)}${unit}`, unit, status: 'REQUEST_INITIATE', disputed: false, updatedAt: event.at })),
    history: [{ at: event.at, operator: 'buyer', text: reason }],
  };
} // oxfmt-ignore
