import { message } from '@evenstock/contract/messages/message';
import { toMinor } from '@evenstock/contract/values/money';
import { ChannelError, rejected, unexpected } from '../kit/errors.ts';
import type { Access } from '../kit/access.ts';
import type { Cursor, Window } from '../kit/paging.ts';
import type { ChannelOrder, ChannelOrderLine, Connector, OrderPage } from '../kit/connector.ts';
import type { OrderCount } from '../kit/capabilities.ts';
import type { ChannelReply } from '../kit/http.ts';
import { nameFrom, readEach } from '../kit/read-records.ts';
import { mapConcurrent, chunk, intervalOf } from '../kit/batches.ts';
import { callSeller, dataOf } from './client.ts';
import { currencyOf, isoOf } from './listings.ts';
import { orderStateOf, statusOf } from './order-statuses.ts';
import { itemsOfOrders, order as orderRecord, orderItem, orderPage } from './wire.ts';
import type { Order, OrderItem } from './wire.ts';
import { channel } from './channel.ts';

/** lazada.md 4: /orders/items/get takes at most 50 orders. */
const pageSize = 50;
/** lazada.md 4: offsets end here. */
const deepestOffset = 5000;
const group = 'orders';

/** lazada.md 4: /orders/get by update time, oldest change first, then the items of all its orders in one call. */
export const orders: Connector['orders'] = {
  async page(access, cursor, updated) {
    const position = positionOf(cursor, updated);
    const path = '/orders/get';
    const answer = await callSeller(access, {
      method: 'GET',
      path,
      group,
      parameters: {
        update_after: isoOf(position.after),
        update_before: isoOf(updated.to.getTime() + 999),
        sort_by: 'updated_at',
        sort_direction: 'ASC',
        limit: String(pageSize),
        offset: String(position.offset),
      },
    });
    const list = dataOf(orderPage, answer, path);
    const whole = await withItems(access, list.orders, [answer.reply]);
    return { ...whole, next: nextOf(position, list.orders), total: list.countTotal };
  },

  async read(access, numbers) {
    const replies: ChannelReply[] = [];
    const records = await mapConcurrent(numbers, 5, (number) => orderIfThere(access, number, replies));
    const found = records.filter((record) => record !== null);
    const whole = await withItems(access, found, replies);
    return { ...whole, missing: numbers.filter((_, position) => records[position] === null), total: null };
  },
};

/** lazada.md 4: `countTotal` of /orders/get. Its times are whole seconds, and nothing says that an end is left out. */
export const orderCount: OrderCount = {
  async placed(access, { from, before }) {
    const path = '/orders/get';
    const answer = await callSeller(access, {
      method: 'GET',
      path,
      group,
      parameters: {
        created_after: isoOf(from.getTime()),
        created_before: isoOf(before.getTime() - 1000),
        sort_by: 'created_at',
        limit: '1',
      },
    });
    return dataOf(orderPage, answer, path).countTotal;
  },
};

interface Position {
  readonly after: number;
  readonly offset: number;
}

function positionOf(cursor: Cursor | null, updated: Window): Position {
  const after = cursor?.['after'];
  const offset = cursor?.['offset'];
  return {
    after: typeof after === 'number' ? after : updated.from.getTime(),
    offset: typeof offset === 'number' ? offset : 0,
  };
}

/**
 * Pages by the last update seen, not by offset: an order that changes meanwhile moves to the end of the list, and by offset
 * the next page would then pass over one. A second back, since times are in seconds; orders met twice do no harm.
 * Only a page that lies within that second continues by offset.
 */
function nextOf(position: Position, records: readonly unknown[]): Cursor | null {
  if (records.length < pageSize) return null;
  const times = records.flatMap((record) => {
    const parsed = orderRecord.shape.updated_at.safeParse(updatedAtOf(record));
    return parsed.success ? [parsed.data.getTime()] : [];
  });
  const last = Math.max(0, ...times) - 1000;
  if (position.offset >= deepestOffset) throw unexpected(message('answers.page_repeats', { channel }));
  return last > position.after
    ? { after: last, offset: 0 }
    : { after: position.after, offset: position.offset + records.length };
}

function updatedAtOf(record: unknown): unknown {
  return typeof record === 'object' && record !== null && 'updated_at' in record
    ? record.updated_at
    : undefined;
}

/** lazada.md 4: /order/get; null when Lazada does not know the order (16). */
async function orderIfThere(access: Access, number: string, replies: ChannelReply[]): Promise<unknown> {
  try {
    const answer = await callSeller(access, {
      method: 'GET',
      path: '/order/get',
      parameters: { order_id: number },
      group,
    });
    replies.push(answer.reply);
    return answer.envelope.data ?? null;
  } catch (error) {
    if (error instanceof ChannelError && error.fault.kind === 'rejected' && error.fault.code === '16')
      return null;
    throw error;
  }
}

const nameOf = (record: unknown): string => nameFrom(record, 'order_number', 'order_id');

async function withItems(
  access: Access,
  records: readonly unknown[],
  before: readonly ChannelReply[],
): Promise<Omit<OrderPage, 'next' | 'total'>> {
  const replies = [...before];
  const items = new Map<string, readonly unknown[]>();
  const ids = records.map((record) => nameFrom(record, 'order_id')).filter((id) => /^\d+$/.test(id));
  for (const piece of chunk(ids, pageSize)) {
    const path = '/orders/items/get';
    const parameters = { order_ids: `[${piece.join(',')}]` };
    const answer = await callSeller(access, { method: 'GET', path, parameters, group });
    replies.push(answer.reply);
    for (const each of dataOf(itemsOfOrders, answer, path)) items.set(each.order_id, each.order_items);
  }
  const read = readEach(records, 'order', nameOf, (record) => {
    const parsed = orderRecord.parse(record);
    const units = items.get(parsed.order_id) ?? [];
    if (units.length === 0) {
      throw rejected('no_items', message('answers.order_not_described', { channel }));
    }
    return orderOf(access, parsed, orderItem.array().parse(units));
  });
  return { orders: read.read, unreadable: read.unreadable, interval: intervalOf(replies, access.http.now()) };
}

/** The first instant that any of the units has; null where none has one. */
function earliest(units: readonly OrderItem[], of: (unit: OrderItem) => Date | null): Date | null {
  const times = units.flatMap((unit) => of(unit)?.getTime() ?? []);
  return times.length === 0 ? null : new Date(Math.min(...times));
}

function orderOf(access: Access, raw: Order, units: readonly OrderItem[]): ChannelOrder {
  const currency = units[0]?.currency ?? currencyOf(access);
  const minor = (amount: number | null): number | null =>
    amount === null ? null : toMinor(amount, currency);
  const { state, rank, raw: rawState } = orderStateOf(units.map((unit) => unit.status));
  const selfCollect = units.some((unit) => unit.shipping_provider_type === 'pickup_in_store');
  const digital = units.every((unit) => unit.shipping_provider_type === 'digital');
  const price = raw.price ?? units.reduce((sum, unit) => sum + (unit.item_price ?? 0), 0);
  const updates = [raw.updated_at, ...units.flatMap((unit) => unit.updated_at ?? [])].map((at) =>
    at.getTime(),
  );
  const carrier = units.find((unit) => unit.shipment_provider !== null)?.shipment_provider ?? null;
  return {
    number: raw.order_number ?? raw.order_id,
    channelId: raw.order_id,
    createdAt: raw.created_at,
    updatedAt: new Date(Math.max(...updates)),
    rawState,
    state,
    stateRank: rank,
    paidAt: earliest(units, (unit) => unit.payment_time),
    // Units that have left or are cancelled are not waited for.
    shipBy: earliest(units, (unit) => (statusOf(unit.status).units === 'here' ? unit.sla_time_stamp : null)),
    category: selfCollect ? 'processing_self_collect' : null,
    shippingType: selfCollect || digital ? null : 'Delivery',
    shippingMethod: units[0]?.shipping_provider_type ?? null,
    shippingCarrier: carrier,
    remarks: raw.buyer_note ?? raw.remarks,
    isTest: false,
    cancellationRequested: raw.need_cancel_confirm || units.some((unit) => unit.need_cancel_confirm),
    currency,
    amounts: {
      subtotal: toMinor(price, currency),
      shippingFee: minor(raw.shipping_fee),
      voucher: minor(raw.voucher),
      coin: toMinor(
        units.reduce((sum, unit) => sum + (unit.wallet_credits ?? 0), 0),
        currency,
      ),
      tax: null,
      serviceFee: null,
      insurance: null,
      giftWrap: null,
      tip: null,
      creditCardPromotion: null,
      sellerDiscount: null,
      cartDiscount: null,
      discount: null,
      // The buyer pays price − voucher + shipping_fee (lazada.md 4).
      total: toMinor(price - (raw.voucher ?? 0) + (raw.shipping_fee ?? 0), currency),
    },
    buyer: buyerOf(raw, units),
    lines: linesOf(units, currency),
    promotions: [],
  };
}

function buyerOf(raw: Order, units: readonly OrderItem[]): ChannelOrder['buyer'] {
  const to = raw.address_shipping;
  const joined = (parts: readonly (string | null | undefined)[], by: string): string | null => {
    const given = parts.filter((part) => part !== null && part !== undefined && part !== '');
    return given.length === 0 ? null : given.join(by);
  };
  return {
    id: units.find((unit) => unit.buyer_id !== null)?.buyer_id ?? null,
    name:
      joined([to?.first_name, to?.last_name], ' ') ??
      joined([raw.customer_first_name, raw.customer_last_name], ' '),
    fullAddress: joined(
      [to?.address1, to?.address2, to?.address3, to?.address4, to?.address5, to?.city, to?.country],
      ', ',
    ),
    postalCode: to?.post_code ?? null,
    phone: to?.phone ?? null,
    email: null,
  };
}

/** Lazada keeps one record for each unit (lazada.md 4): one line for each SKU, with its units' ids. */
function linesOf(units: readonly OrderItem[], currency: string): ChannelOrderLine[] {
  const bySku = new Map<string, OrderItem[]>();
  for (const unit of units) {
    const key = unit.sku_id ?? unit.shop_sku ?? unit.sku ?? unit.order_item_id;
    bySku.set(key, [...(bySku.get(key) ?? []), unit]);
  }
  return [...bySku].flatMap(([lineId, same]) => lineOf(lineId, same, currency) ?? []);
}

function lineOf(lineId: string, same: readonly OrderItem[], currency: string): ChannelOrderLine | null {
  const [first] = same;
  if (first === undefined) return null;
  const unitPrice = toMinor(first.item_price ?? first.paid_price ?? 0, currency);
  const going = same.filter((unit) => !wasCancelled(unit));
  return {
    lineId,
    itemId: first.product_id,
    variantId: first.sku_id,
    sku: first.sku,
    name: first.name,
    variantName: first.variation,
    unitPrice,
    originalPrice: unitPrice,
    total: same.reduce((sum, unit) => sum + toMinor(unit.item_price ?? unit.paid_price ?? 0, currency), 0),
    ordered: same.length,
    cancelled: same.filter(wasCancelled).length,
    returned: same.filter(cameBack).length,
    // Lazada restores a cancelled unit (lazada.md 3), and does not report it on the order.
    restored: null,
    restoredAt: null,
    fulfilled:
      going.length > 0 && going.every((unit) => statusOf(unit.status).rank >= statusOf('packed').rank),
    isListed: true,
    marketplaceSku: null,
    cancellations: [],
    sent: 0,
    keptBy: 'seller',
    assignedAt: null,
    parts: [],
    returnStatus:
      first.return_status ?? (same.some((unit) => unit.status === 'returned') ? 'ACCEPTED' : null),
    shipmentProvider: same.find((unit) => unit.shipment_provider !== null)?.shipment_provider ?? null,
    trackingCode: same.find((unit) => unit.tracking_code !== null)?.tracking_code ?? null,
    unitIds: same.map((unit) => unit.order_item_id),
  };
}

/** `canceled` also ends a failed delivery: that unit had been shipped (lazada.md 6.1, cancel_return_initiator). */
const leftBefore = (unit: OrderItem): boolean => /failed ?delivery/i.test(unit.cancel_return_initiator ?? '');

const wasCancelled = (unit: OrderItem): boolean =>
  statusOf(unit.status).units === 'cancelled' && !leftBefore(unit);

const cameBack = (unit: OrderItem): boolean => {
  const { units: where } = statusOf(unit.status);
  return where === 'returned' || (where === 'cancelled' && leftBefore(unit));
};
