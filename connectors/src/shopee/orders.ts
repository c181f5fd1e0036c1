import { message } from '@evenstock/contract/messages/message';
import { toMinor } from '@evenstock/contract/values/money';
import { ChannelError, unexpected } from '../kit/errors.ts';
import type { Access } from '../kit/access.ts';
import type { Window } from '../kit/paging.ts';
import type {
  ChannelOrder,
  ChannelOrderLine,
  ChannelPromotion,
  Connector,
  OrderPage,
} from '../kit/connector.ts';
import { nameFrom, readEach } from '../kit/read-records.ts';
import { chunk, intervalOf } from '../kit/batches.ts';
import { callShop, responseOf } from './client.ts';
import type { ShopeeReply } from './client.ts';
import { arrangedStatuses, statusOf } from './order-statuses.ts';
import { order as orderRecord, orderDetails, orderList } from './wire.ts';
import type { Order, OrderItem } from './wire.ts';
import { channel } from './channel.ts';

/** shopee.md 4.1: the optional fields that we use. */
const optionalFields = [
  'buyer_user_id',
  'buyer_username',
  'estimated_shipping_fee',
  'recipient_address',
  'item_list',
  'pay_time',
  'pickup_done_time',
  'package_list',
  'shipping_carrier',
  'total_amount',
  'cancel_by',
  'cancel_reason',
  'buyer_cancel_reason',
  'fulfillment_flag',
  'note',
  'payment_method',
].join(',');

const detailSize = 50;
const longestWindow = 15 * 86_400;

/** shopee.md 4: get_order_list by update time, in windows of at most 15 days, then get_order_detail. */
export const orders: Connector['orders'] = {
  async page(access, cursor, updated) {
    const window = windowOf(cursor, updated);
    const path = '/api/v2/order/get_order_list';
    const answer = await callShop(access, {
      method: 'GET',
      path,
      query: {
        time_range_field: 'update_time',
        time_from: window.from,
        time_to: window.to,
        page_size: detailSize,
        cursor: window.cursor,
        response_optional_fields: 'order_status',
        request_order_status_pending: 'true',
      },
    });
    const list = responseOf(orderList, answer, path);
    if (list.more && (list.next_cursor === null || list.next_cursor === window.cursor)) {
      throw unexpected(message('answers.page_repeats', { channel }));
    }
    const details = await readDetails(
      access,
      list.order_list.map((entry) => entry.order_sn),
    );
    const lost = details.missing.map((number) => ({
      reference: number,
      reason: message('answers.order_not_described', { channel }),
    }));
    return {
      orders: details.orders,
      unreadable: [...details.unreadable, ...lost],
      // A change after the list began was not seen.
      interval: intervalOf([answer.reply, details.interval], access.http.now()),
      next: nextOf(window, list.more ? list.next_cursor : null, updated),
      total: null,
    };
  },

  read: readDetails,
};

interface ListWindow {
  readonly from: number;
  readonly to: number;
  readonly cursor: string;
}

function windowOf(cursor: Readonly<Record<string, unknown>> | null, updated: Window): ListWindow {
  const from =
    typeof cursor?.['from'] === 'number' ? cursor['from'] : Math.floor(updated.from.getTime() / 1000);
  const end = Math.ceil(updated.to.getTime() / 1000);
  return {
    from,
    to: Math.min(end, from + longestWindow),
    cursor: typeof cursor?.['cursor'] === 'string' ? cursor['cursor'] : '',
  };
}

function nextOf(window: ListWindow, nextCursor: string | null, updated: Window): OrderPage['next'] {
  if (nextCursor !== null) return { from: window.from, cursor: nextCursor };
  return window.to < Math.ceil(updated.to.getTime() / 1000) ? { from: window.to, cursor: '' } : null;
}

type Details = Omit<OrderPage, 'next'> & { missing: readonly string[] };

async function readDetails(access: Access, numbers: readonly string[]): Promise<Details> {
  const answers: ShopeeReply[] = [];
  for (const piece of chunk(numbers, detailSize)) answers.push(...(await detailsOf(access, piece)));
  const records = answers.flatMap(
    (answer) => responseOf(orderDetails, answer, 'get_order_detail').order_list,
  );
  const nameOf = (record: unknown): string => nameFrom(record, 'order_sn');
  const parsed = readEach(records, 'order', nameOf, (record) => orderOf(orderRecord.parse(record)));
  const seen = new Set(records.map(nameOf));
  return {
    orders: parsed.read,
    unreadable: parsed.unreadable,
    interval: intervalOf(
      answers.map((answer) => answer.reply),
      access.http.now(),
    ),
    missing: numbers.filter((number) => !seen.has(number)),
    total: null,
  };
}

/** Details of orders (shopee.md 4). An unknown order may fail the whole call, so they are then read one by one. */
export async function detailsOf(access: Access, numbers: readonly string[]): Promise<ShopeeReply[]> {
  try {
    return [
      await callShop(access, {
        method: 'GET',
        path: '/api/v2/order/get_order_detail',
        query: {
          order_sn_list: numbers.join(','),
          response_optional_fields: optionalFields,
          request_order_status_pending: 'true',
        },
      }),
    ];
  } catch (error) {
    const unknownOrder =
      error instanceof ChannelError &&
      error.fault.kind === 'rejected' &&
      /not_?(found|exist)/i.test(error.fault.code);
    if (!unknownOrder) throw error;
    if (numbers.length === 1) return [];
    const one: ShopeeReply[] = [];
    for (const number of numbers) one.push(...(await detailsOf(access, [number])));
    return one;
  }
}

function orderOf(raw: Order): ChannelOrder {
  const status = statusOf(raw.order_status);
  const lines = linesOf(raw);
  const subtotal = lines.reduce((sum, line) => sum + line.total, 0);
  const shipping =
    raw.estimated_shipping_fee === null ? null : toMinor(raw.estimated_shipping_fee, raw.currency);
  const selfCollect = raw.is_buyer_shop_collection;
  return {
    number: raw.order_sn,
    channelId: raw.order_sn,
    createdAt: raw.create_time,
    updatedAt: raw.update_time,
    rawState: raw.order_status,
    state: status.state,
    stateRank: status.rank,
    paidAt: raw.pay_time,
    shipBy: raw.ship_by_date,
    category: selfCollect ? 'processing_self_collect' : null,
    shippingType: selfCollect ? null : 'Delivery',
    shippingMethod: raw.checkout_shipping_carrier ?? raw.shipping_carrier,
    shippingCarrier: raw.shipping_carrier,
    remarks: raw.message_to_seller,
    isTest: false,
    cancellationRequested:
      raw.order_status === 'IN_CANCEL' || raw.item_list.some((line) => line.cancel_requested_qty > 0),
    currency: raw.currency,
    amounts: {
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
      sellerDiscount: null,
      cartDiscount: null,
      discount: null,
      // Shopee reports the total only after payment (4.1).
      total: raw.total_amount === null ? subtotal + (shipping ?? 0) : toMinor(raw.total_amount, raw.currency),
    },
    buyer: {
      id: raw.buyer_user_id,
      name: raw.recipient_address?.name ?? raw.buyer_username,
      fullAddress: raw.recipient_address?.full_address ?? null,
      postalCode: raw.recipient_address?.zipcode ?? null,
      phone: raw.recipient_address?.phone ?? null,
      email: null,
    },
    lines,
    promotions: promotionsOf(raw),
  };
}

/** Lines by item, model and promotion group; the same one twice is one line with both quantities. */
function linesOf(raw: Order): ChannelOrderLine[] {
  const lines = new Map<string, ChannelOrderLine>();
  for (const record of raw.item_list) {
    const line = lineOf(raw, record);
    const same = lines.get(line.lineId);
    lines.set(line.lineId, same === undefined ? line : together(same, line));
  }
  return [...lines.values()];
}

function together(one: ChannelOrderLine, other: ChannelOrderLine): ChannelOrderLine {
  return {
    ...one,
    ordered: one.ordered + other.ordered,
    cancelled: one.cancelled + other.cancelled,
    returned: one.returned + other.returned,
    total: one.total + other.total,
    returnStatus: one.returnStatus ?? other.returnStatus,
  };
}

function lineOf(raw: Order, record: OrderItem): ChannelOrderLine {
  const modelId = record.model_id ?? '0';
  const minor = (amount: number | null): number => (amount === null ? 0 : toMinor(amount, raw.currency));
  const original = minor(record.model_original_price);
  // Items of a bundle deal report a discounted price of 0 (4.1).
  const unit = minor(record.model_discounted_price) || original;
  const carrier = raw.package_list.find((each) =>
    each.item_list.some(
      (inside) => inside.item_id === record.item_id && (inside.model_id ?? '0') === modelId,
    ),
  )?.shipping_carrier;
  return {
    lineId: [record.item_id, modelId, record.order_item_id ?? '', record.promotion_group_id ?? '0'].join(':'),
    itemId: record.item_id,
    variantId: modelId,
    sku: record.model_sku ?? record.item_sku,
    name: record.item_name,
    variantName: record.model_name,
    unitPrice: unit,
    originalPrice: original,
    total: unit * record.model_quantity_purchased,
    ordered: record.model_quantity_purchased,
    ...goneUnits(raw, record),
    // Shopee restores cancelled units, and does not report it on the order.
    restored: null,
    restoredAt: null,
    fulfilled: arrangedStatuses.has(raw.order_status),
    isListed: true,
    marketplaceSku: null,
    cancellations: [],
    sent: 0,
    keptBy: 'seller',
    assignedAt: null,
    parts: [],
    returnStatus: record.returned_qty > 0 ? 'ACCEPTED' : record.return_requested_qty > 0 ? 'REQUESTED' : null,
    shipmentProvider: carrier ?? raw.shipping_carrier,
    trackingCode: null,
    unitIds: [],
  };
}

/** Units of a cancelled order are cancelled; those that the carrier had picked up are returned. */
function goneUnits(raw: Order, record: OrderItem): { cancelled: number; returned: number } {
  const returned = record.returned_qty;
  if (raw.order_status !== 'CANCELLED') return { cancelled: record.cancelled_qty, returned };
  const ordered = record.model_quantity_purchased;
  if (raw.pickup_done_time === null) return { cancelled: ordered - returned, returned };
  const before = record.cancelled_qty < ordered ? record.cancelled_qty : 0;
  return { cancelled: before, returned: ordered - before };
}

/** Bundle deals of an order, one for each promotion (4.1: `promotion_type`, `promotion_id`). */
function promotionsOf(raw: Order): ChannelPromotion[] {
  const bundles = new Map<string, OrderItem[]>();
  for (const record of raw.item_list) {
    if (record.promotion_type !== 'bundle_deal') continue;
    const key = record.promotion_id ?? '';
    bundles.set(key, [...(bundles.get(key) ?? []), record]);
  }
  const minor = (amount: number | null, units: number): number =>
    toMinor((amount ?? 0) * units, raw.currency);
  return [...bundles.values()].map((members) => ({
    type: 'BUNDLE',
    name: null,
    items: members.map((each) => ({
      variationId: each.model_id ?? '0',
      originalPrice: minor(each.model_original_price, 1),
    })),
    originalPrice: members.reduce(
      (sum, each) => sum + minor(each.model_original_price, each.model_quantity_purchased),
      0,
    ),
    discountedPrice: members.reduce(
      (sum, each) => sum + minor(each.model_discounted_price, each.model_quantity_purchased),
      0,
    ),
  }));
}
