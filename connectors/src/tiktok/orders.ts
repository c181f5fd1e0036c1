import { message } from '@evenstock/contract/messages/message';
import { toMinor } from '@evenstock/contract/values/money';
import { ChannelError, unexpected } from '../kit/errors.ts';
import type { Access } from '../kit/access.ts';
import type { OrderCount } from '../kit/capabilities.ts';
import type { ChannelOrder, ChannelOrderLine, Connector } from '../kit/connector.ts';
import type { ChannelReply } from '../kit/http.ts';
import { nameFrom, readEach } from '../kit/read-records.ts';
import { chunk, intervalOf } from '../kit/batches.ts';
import { callShop, dataOf, isBusinessCode } from './client.ts';
import { isArranged, isCancelled, statusOf } from './order-statuses.ts';
import { order as orderRecord, orderDetails, orderPage } from './wire.ts';
import type { LineItem, Order } from './wire.ts';
import { channel } from './channel.ts';

/** tiktok.md 4.1 allows 100; fewer are imported sooner. */
const pageSize = 50;
/** tiktok.md 4.2. */
const detailSize = 50;
const group = 'orders';

/** tiktok.md 4.1: orders/search by update time, oldest change first; a row holds all that the detail holds of what we use. */
export const orders: Connector['orders'] = {
  async page(access, cursor, updated) {
    const path = '/order/202309/orders/search';
    const token = typeof cursor?.['token'] === 'string' ? cursor['token'] : null;
    const answer = await callShop(access, {
      method: 'POST',
      path,
      query: {
        page_size: pageSize,
        sort_field: 'update_time',
        sort_order: 'ASC',
        ...(token === null ? {} : { page_token: token }),
      },
      body: {
        update_time_ge: Math.floor(updated.from.getTime() / 1000),
        // The end is exclusive, the window is not.
        update_time_lt: Math.floor(updated.to.getTime() / 1000) + 1,
      },
      group,
    });
    const list = dataOf(orderPage, answer, path);
    if (list.next_page_token !== null && list.next_page_token === token) {
      throw unexpected(message('answers.page_repeats', { channel }));
    }
    return {
      ...readRecords(list.orders),
      interval: intervalOf([answer.reply], access.http.now()),
      next: list.next_page_token === null ? null : { token: list.next_page_token },
      total: list.total_count,
    };
  },

  async read(access, numbers) {
    const { records, replies } = await readDetails(access, numbers);
    const seen = new Set(records.map(nameOf));
    return {
      ...readRecords(records),
      interval: intervalOf(replies, access.http.now()),
      missing: numbers.filter((number) => !seen.has(number)),
      total: null,
    };
  },
};

/** tiktok.md 4.1: `total_count` of orders/search, by when orders were placed. */
export const orderCount: OrderCount = {
  async placed(access, { from, before }) {
    const path = '/order/202309/orders/search';
    const answer = await callShop(access, {
      method: 'POST',
      path,
      query: { page_size: 1 },
      body: {
        create_time_ge: Math.floor(from.getTime() / 1000),
        create_time_lt: Math.floor(before.getTime() / 1000),
      },
      group,
    });
    return dataOf(orderPage, answer, path).total_count;
  },
};

/** One order as TikTok sends it; null where the shop has none such. */
export async function readOrder(access: Access, id: string): Promise<Order | null> {
  const { records } = await readDetails(access, [id]);
  const record = records.find((each) => nameOf(each) === id);
  if (record === undefined) return null;
  const parsed = orderRecord.safeParse(record);
  if (parsed.success) return parsed.data;
  throw unexpected(message('answers.order_undocumented', { channel }));
}

const nameOf = (record: unknown): string => nameFrom(record, 'id');

function readRecords(records: readonly unknown[]) {
  const { read, unreadable } = readEach(records, 'order', nameOf, (record) =>
    orderOf(orderRecord.parse(record)),
  );
  return { orders: read, unreadable };
}

interface Details {
  readonly records: readonly unknown[];
  readonly replies: readonly ChannelReply[];
}

async function readDetails(access: Access, ids: readonly string[]): Promise<Details> {
  const pieces: Details[] = [];
  for (const piece of chunk(ids, detailSize)) pieces.push(...(await detailsOf(access, piece)));
  return {
    records: pieces.flatMap(({ records }) => records),
    replies: pieces.flatMap(({ replies }) => replies),
  };
}

/** tiktok.md 4.2. An unknown order may fail the whole call, so they are then read one by one. */
async function detailsOf(access: Access, ids: readonly string[]): Promise<Details[]> {
  const path = '/order/202507/orders';
  try {
    const answer = await callShop(access, { method: 'GET', path, query: { ids: ids.join(',') }, group });
    return [{ records: dataOf(orderDetails, answer, path).orders, replies: [answer.reply] }];
  } catch (error) {
    const unknownOrder =
      error instanceof ChannelError && error.fault.kind === 'rejected' && isBusinessCode(error.fault.code);
    if (!unknownOrder) throw error;
    if (ids.length === 1) return [];
    const one: Details[] = [];
    for (const id of ids) one.push(...(await detailsOf(access, [id])));
    return one;
  }
}

/** tiktok.md 9: kept and sent by Tokopedia's own warehouse. */
export function isSentByTokopedia(raw: Order): boolean {
  return raw.fulfillment_type === 'FULFILLMENT_BY_DILAYANI_TOKOPEDIA';
}

function orderOf(raw: Order): ChannelOrder {
  const { state, rank } = statusOf(raw.status);
  const { currency } = raw.payment;
  const minor = (amount: number | null): number | null =>
    amount === null ? null : toMinor(amount, currency);
  const lines = linesOf(raw);
  const cancelled = lines.reduce((sum, line) => sum + line.cancelled + line.returned, 0);
  const subtotal = minor(raw.payment.original_total_product_price) ?? minor(raw.payment.sub_total);
  const shipping = minor(raw.payment.shipping_fee);
  return {
    number: raw.id,
    channelId: raw.id,
    createdAt: raw.create_time,
    updatedAt: raw.update_time,
    rawState: raw.status,
    // The seller has nothing to ship, though the order waits for its shipment.
    state: state === 'READY_TO_SHIP' && isSentByTokopedia(raw) ? 'processing' : state,
    // Instants are whole seconds: units called off within one of them decide.
    stateRank: rank * 1000 + Math.min(cancelled, 999),
    paidAt: raw.paid_time,
    shipBy: raw.rts_sla_time,
    category: null,
    shippingType: 'Delivery',
    shippingMethod: raw.delivery_option_name,
    shippingCarrier: raw.shipping_provider,
    remarks: raw.buyer_message,
    isTest: false,
    cancellationRequested: raw.is_buyer_request_cancel,
    currency,
    amounts: {
      // Before discounts, so that the amounts add up to the total (4.2).
      subtotal,
      shippingFee: shipping,
      voucher: null,
      coin: null,
      tax: null,
      serviceFee: null,
      insurance: null,
      giftWrap: null,
      tip: null,
      creditCardPromotion: null,
      sellerDiscount: minor(raw.payment.seller_discount),
      cartDiscount: null,
      discount: minor(raw.payment.platform_discount),
      total:
        minor(raw.payment.total_amount) ?? lines.reduce((sum, line) => sum + line.total, 0) + (shipping ?? 0),
    },
    buyer: {
      id: raw.user_id,
      name: raw.recipient_address?.name ?? null,
      fullAddress: raw.recipient_address?.full_address ?? null,
      postalCode: raw.recipient_address?.postal_code ?? null,
      phone: raw.recipient_address?.phone_number ?? null,
      email: raw.buyer_email,
    },
    lines,
    promotions: [],
  };
}

/** TikTok keeps one record for each unit (tiktok.md 4.2): one line for each SKU, and one for those of it that are gifts. */
function linesOf(raw: Order): ChannelOrderLine[] {
  const lines = new Map<string, [LineItem, ...LineItem[]]>();
  for (const unit of raw.line_items) {
    const key = unit.is_gift ? `${unit.sku_id}:gift` : unit.sku_id;
    const same = lines.get(key);
    if (same === undefined) lines.set(key, [unit]);
    else same.push(unit);
  }
  return [...lines].map(([lineId, units]) => lineOf(raw, lineId, units));
}

function lineOf(raw: Order, lineId: string, units: readonly [LineItem, ...LineItem[]]): ChannelOrderLine {
  const [first] = units;
  const { currency } = raw.payment;
  const priceOf = (unit: LineItem): number => toMinor(unit.sale_price ?? unit.original_price ?? 0, currency);
  const going = units.filter((unit) => !isCancelled(statusOfUnit(raw, unit)));
  const gone = units.filter((unit) => isCancelled(statusOfUnit(raw, unit)));
  const returned = gone.filter(leftBefore).length;
  return {
    lineId,
    itemId: first.product_id,
    variantId: first.sku_id,
    sku: first.seller_sku,
    name: first.product_name ?? first.sku_name ?? first.seller_sku ?? first.sku_id,
    variantName: first.sku_name,
    unitPrice: priceOf(first),
    originalPrice: toMinor(first.original_price ?? first.sale_price ?? 0, currency),
    total: units.reduce((sum, unit) => sum + priceOf(unit), 0),
    ordered: units.length,
    cancelled: gone.length - returned,
    returned,
    // TikTok says nothing on the order of units that it put back.
    restored: null,
    restoredAt: null,
    fulfilled: going.length > 0 && going.every((unit) => isArranged(statusOfUnit(raw, unit))),
    isListed: true,
    marketplaceSku: null,
    cancellations: [],
    sent: 0,
    keptBy: 'seller',
    assignedAt: null,
    parts: [],
    returnStatus: null,
    shipmentProvider:
      units.find((unit) => unit.shipping_provider_name !== null)?.shipping_provider_name ??
      raw.shipping_provider,
    trackingCode: units.find((unit) => unit.tracking_number !== null)?.tracking_number ?? raw.tracking_number,
    unitIds: units.map(({ id }) => id),
  };
}

/** A cancelled order's units are cancelled, whatever their status; otherwise each unit has its own. */
export function statusOfUnit(raw: Order, unit: LineItem): string {
  return isCancelled(raw.status) ? raw.status : (unit.display_status ?? raw.status);
}

/** The package was on its way when the unit was called off: it comes back, if it does, from outside the house. */
function leftBefore(unit: LineItem): boolean {
  return unit.package_status === 'FULFILLING' || unit.package_status === 'COMPLETED';
}
