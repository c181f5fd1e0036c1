import { message } from '@evenstock/contract/messages/message';
import { toMinor } from '@evenstock/contract/values/money';
import { ChannelError, unexpected } from '../kit/errors.ts';
import type { Access } from '../kit/access.ts';
import { accessAt } from '../kit/locations.ts';
import type { Cursor, Unreadable, Window } from '../kit/paging.ts';
import type { ChannelOrder, ChannelOrderLine, Connector, OrderPage } from '../kit/connector.ts';
import type { ChannelReply } from '../kit/http.ts';
import { nameFrom, readEach, reasonOf } from '../kit/read-records.ts';
import { mapConcurrent, intervalOf } from '../kit/batches.ts';
import { callFs, dataOf, fsIdOf } from './client.ts';
import { CURRENCY, isLastPage, parentOf, readProducts } from './listings.ts';
import { readDetail } from './order-detail.ts';
import { statusOf } from './order-statuses.ts';
import { order as orderRecord, orderPage } from './wire.ts';
import type { Order, OrderDetail, OrderedProduct } from './wire.ts';
import { channel } from './channel.ts';

const pageSize = 50;
const detailConcurrency = 5;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** tokopedia.md 4.1: a range is under three days. */
const LONGEST = 3 * DAY - HOUR;
/**
 * The list is by date of placing and has no filter by change. Orders of the days before are read again, as they are paid, cancelled
 * and shipped in that time. Later changes come by notice; a window of a day or more also covers the time of a delivery.
 */
const lookBackOf = (updated: Window): number => (isWide(updated) ? 14 : 2) * DAY;

const isWide = ({ from, to }: Window): boolean => to.getTime() - from.getTime() >= DAY;

/**
 * tokopedia.md 4.1: the list of orders, span by span and page by page. Of open ones the single order is read too: of each in a window of
 * a day or more, else of those that were placed or paid in it. A request to cancel comes by notice, and at the latest with the next
 * wide window: single orders are most of an app's calls.
 */
export const orders: Connector['orders'] = {
  async page(access, cursor, updated) {
    const position = positionOf(cursor, updated);
    const { records, reply } = await listOrders(access, position);
    const first = nameOf(records[0]);
    if (records.length > 0 && first === position.first) {
      throw unexpected(message('answers.page_repeats', { channel }));
    }
    const got = await described(access, records, [reply], (order) => isDescribedIn(updated, order));
    return { ...got, next: nextOf(position, records.length, first, updated), total: null };
  },

  async read(access, numbers) {
    const replies: ChannelReply[] = [];
    const found = await mapConcurrent(numbers, detailConcurrency, (number) =>
      answerTo(access, number, replies),
    );
    const records = found.flatMap((each) => ('record' in each ? [each.record] : []));
    const got = await described(access, records, replies, isOpen);
    return {
      ...got,
      unreadable: [...got.unreadable, ...found.flatMap((each) => ('reason' in each ? [each] : []))],
      missing: found.flatMap((each) => ('missing' in each ? [each.missing] : [])),
      total: null,
    };
  },
};

type Answered = { readonly record: unknown } | { readonly missing: string } | Unreadable;

/** What Tokopedia says of one order: a refusal, or a list that lacks it, costs this order alone, and is no answer. */
async function answerTo(access: Access, number: string, replies: ChannelReply[]): Promise<Answered> {
  try {
    const detail = await readDetail(access, number, replies);
    if (detail === null) return { missing: number };
    const [record] = await recordOf(access, detail, replies);
    if (record !== undefined) return { record };
    return { reference: number, reason: message('answers.order_not_described', { channel }) };
  } catch (error) {
    return { reference: number, reason: reasonOf('order', error) };
  }
}

const nameOf = (record: unknown): string => nameFrom(record, 'invoice_ref_num', 'order_id');

interface Position {
  readonly from: number;
  readonly to: number;
  readonly page: number;
  /** The first order of the page before, if it was in this span. */
  readonly first: string | null;
}

function positionOf(cursor: Cursor | null, updated: Window): Position {
  const from =
    typeof cursor?.['from'] === 'number' ? cursor['from'] : updated.from.getTime() - lookBackOf(updated);
  return {
    from,
    to: Math.min(updated.to.getTime(), from + LONGEST),
    page: typeof cursor?.['page'] === 'number' ? cursor['page'] : 1,
    first: typeof cursor?.['first'] === 'string' ? cursor['first'] : null,
  };
}

function nextOf(position: Position, found: number, first: string, updated: Window): Cursor | null {
  if (!isLastPage(found)) return { from: position.from, page: position.page + 1, first };
  return position.to < updated.to.getTime() ? { from: position.to, page: 1, first: null } : null;
}

async function listOrders(
  access: Access,
  { from, to, page }: Pick<Position, 'from' | 'to' | 'page'>,
): Promise<{ records: readonly unknown[]; reply: ChannelReply }> {
  const path = '/v2/order/list';
  const query = {
    fs_id: fsIdOf(access.app),
    shop_id: access.credentials.shopId,
    from_date: String(Math.floor(from / 1000)),
    to_date: String(Math.ceil(to / 1000)),
    page: String(page),
    per_page: String(pageSize),
  };
  const answer = await callFs(access, { method: 'GET', path, query, group: 'orders' });
  return { records: dataOf(orderPage, answer, path), reply: answer.reply };
}

/** The single order has another form (tokopedia.md 4.2), so it is found in the list by its date. */
async function recordOf(access: Access, detail: OrderDetail, replies: ChannelReply[]): Promise<unknown[]> {
  const at = detail.create_time.getTime();
  for (let page = 1; ; page += 1) {
    const { records, reply } = await listOrders(access, { from: at - 60_000, to: at + 60_000, page });
    replies.push(reply);
    const found = records.filter((record) => nameFrom(record, 'order_id') === detail.order_id);
    if (found.length > 0 || isLastPage(records.length)) return found;
  }
}

/** The part that only the single order has. */
interface DescribedOrder {
  readonly order: Order;
  readonly detail: OrderDetail | null;
}

async function described(
  access: Access,
  records: readonly unknown[],
  replies: ChannelReply[],
  isWanted: (order: Order) => boolean,
): Promise<Omit<OrderPage, 'next' | 'total'>> {
  const parsed = readEach(records, 'order', nameOf, (record) => orderRecord.parse(record));
  const described = await mapConcurrent(
    parsed.read,
    detailConcurrency,
    async (order): Promise<DescribedOrder> => {
      return { order, detail: isWanted(order) ? await detailIfReadable(access, order, replies) : null };
    },
  );
  const parents = await parentsOf(access, parsed.read, replies);
  const interval = intervalOf(replies, access.http.now());
  return {
    orders: described.map((each) => orderOf(access, each, parents, interval.began)),
    unreadable: parsed.unreadable,
    interval,
  };
}

/** It waits to be shipped, so that a buyer's request to cancel matters. */
const isOpen = ({ order_status: code }: Order): boolean => code === 220 || code === 400;

function isDescribedIn(updated: Window, order: Order): boolean {
  const since = updated.from.getTime();
  const isRecent = [order.create_time, order.payment_date].some((at) => at !== null && at.getTime() >= since);
  return isOpen(order) && (isWide(updated) || isRecent);
}

async function detailIfReadable(
  access: Access,
  order: Order,
  replies: ChannelReply[],
): Promise<OrderDetail | null> {
  try {
    return await readDetail(access, order.order_id, replies);
  } catch (error) {
    // The list has everything except the request.
    if (error instanceof ChannelError && ['unexpected', 'rejected'].includes(error.fault.kind)) return null;
    throw error;
  }
}

/** An order names the child alone; the listing is known by its parent (tokopedia.md 3.1, 4.1). */
async function parentsOf(
  access: Access,
  list: readonly Order[],
  replies: ChannelReply[],
): Promise<ReadonlyMap<string, string>> {
  const ids = list.flatMap((order) => order.products.map(({ id }) => id));
  const { records } = await readProducts(access, ids, replies);
  return new Map(
    records.flatMap((record) => {
      const parent = parentOf(record);
      const own = idOf(record);
      return parent === null || own === null ? [] : [[own, parent] as const];
    }),
  );
}

function idOf(record: unknown): string | null {
  const basic = typeof record === 'object' && record !== null && 'basic' in record ? record.basic : null;
  const id = nameFrom(basic, 'productID');
  return id === 'unknown' ? null : id;
}

function orderOf(
  access: Access,
  { order, detail }: DescribedOrder,
  parents: ReadonlyMap<string, string>,
  readBegan: Date,
): ChannelOrder {
  const { state, rank, words } = statusOf(order.order_status);
  const minor = (amount: number | null): number | null =>
    amount === null ? null : toMinor(amount, CURRENCY);
  const keeper = keeperOf(accessAt(access, order.create_time), order);
  const isTheirs = keeper === 'marketplace';
  const address = order.recipient?.address;
  const parts = [address?.district, address?.city, address?.province, address?.country].filter(
    (part) => part !== null && part !== undefined,
  );
  return {
    number: order.invoice_ref_num ?? order.order_id,
    channelId: order.order_id,
    createdAt: order.create_time,
    // The list has no date of change, so the time of reading counts.
    updatedAt: readBegan,
    rawState: `${String(order.order_status)} ${words}`,
    // The seller has nothing to send, though the order waits for it.
    state:
      isTheirs && ['READY_TO_SHIP', 'RETRY_SHIP', 'on_hold', 'unknown'].includes(state)
        ? 'processing'
        : state,
    stateRank: rank,
    paidAt: order.payment_date ?? detail?.payment_date ?? null,
    shipBy: isTheirs
      ? null
      : (detail?.shipment_fulfillment?.confirm_shipping_deadline ??
        order.shipment_fulfillment?.confirm_shipping_deadline ??
        null),
    category: null,
    shippingType: 'Delivery',
    shippingMethod: order.logistics?.service_type ?? null,
    shippingCarrier: order.logistics?.shipping_agency ?? null,
    remarks: null,
    isTest: false,
    cancellationRequested: detail === null && isOpen(order) ? null : asksToCancel(detail),
    currency: CURRENCY,
    amounts: {
      subtotal: minor(order.amt.ttl_product_price),
      shippingFee: minor(order.amt.shipping_cost),
      voucher: minor(order.amt.voucher_amount),
      coin: minor(order.amt.toppoints_amount),
      tax: null,
      serviceFee: null,
      insurance: minor(order.amt.insurance_cost),
      giftWrap: null,
      tip: null,
      creditCardPromotion: null,
      sellerDiscount: null,
      cartDiscount: null,
      discount: null,
      total: toMinor(order.amt.ttl_amount, CURRENCY),
    },
    buyer: {
      id: order.buyer?.id ?? null,
      name: nameIn(order.recipient) ?? nameIn(order.buyer),
      fullAddress: address?.address_full ?? (parts.length === 0 ? null : parts.join(', ')),
      postalCode: address?.postal_code ?? null,
      phone: order.recipient?.phone ?? order.buyer?.phone ?? null,
      email: order.buyer?.email ?? null,
    },
    lines: linesOf(order, parents, keeper),
    promotions: [],
  };
}

type Named = { readonly name: string | null; readonly Name: string | null };
const nameIn = (one: Named | null | undefined): string | null => one?.name ?? one?.Name ?? null;

/** tokopedia.md 4.1: `fulfill_by` 0 is the seller's own warehouse, any other Tokopedia's (Dilayani). */
function keeperOf(access: Access, order: Order): ChannelOrderLine['keptBy'] {
  if (order.fulfill_by === null) return null;
  if (order.fulfill_by !== 0) return 'marketplace';
  const place = order.warehouse_id;
  const isElsewhere =
    access.locations !== undefined && place !== null && place !== '0' && !access.locations.includes(place);
  return isElsewhere ? 'elsewhere' : 'seller';
}

/** tokopedia.md 6: an open order's detail shows the buyer's request; what is empty is left out, or `{}`. */
function asksToCancel(detail: OrderDetail | null): boolean {
  const request = detail?.cancel_request_info ?? null;
  return typeof request === 'object' && request !== null && Object.keys(request).length > 0;
}

/** A line is known by its product; the same one twice is one line with both quantities. */
function linesOf(
  order: Order,
  parents: ReadonlyMap<string, string>,
  keeper: ChannelOrderLine['keptBy'],
): ChannelOrderLine[] {
  const byProduct = new Map<string, OrderedProduct[]>();
  for (const each of order.products) byProduct.set(each.id, [...(byProduct.get(each.id) ?? []), each]);
  return [...byProduct].flatMap(([id, same]) => lineOf(order, id, same, parents.get(id) ?? id, keeper) ?? []);
}

function lineOf(
  order: Order,
  productId: string,
  same: readonly OrderedProduct[],
  itemId: string,
  keptBy: ChannelOrderLine['keptBy'],
): ChannelOrderLine | null {
  const [first] = same;
  if (first === undefined) return null;
  const { rank, units } = statusOf(order.order_status);
  const ordered = same.reduce((sum, { quantity }) => sum + quantity, 0);
  // A seller may accept some of the units and reject the rest (tokopedia.md 5).
  const rejected = order.products_fulfilled
    .filter(({ product_id }) => product_id === productId)
    .reduce((sum, { quantity_reject }) => sum + quantity_reject, 0);
  const cancelled = units === 'cancelled' ? ordered : Math.min(ordered, rejected);
  const unitPrice = toMinor(first.price, CURRENCY);
  return {
    lineId: productId,
    itemId,
    variantId: productId,
    sku: first.sku,
    name: nameIn(first) ?? '',
    variantName: null,
    unitPrice,
    originalPrice: unitPrice,
    total: same.reduce(
      (sum, each) => sum + toMinor(each.total_price ?? each.price * each.quantity, CURRENCY),
      0,
    ),
    ordered,
    cancelled,
    returned: units === 'returned' ? ordered - cancelled : 0,
    restored: null,
    restoredAt: null,
    fulfilled: units !== 'cancelled' && rank >= arrangedRank,
    isListed: true,
    marketplaceSku: null,
    cancellations: [],
    sent: units === 'away' || units === 'returned' ? ordered - cancelled : 0,
    keptBy,
    assignedAt: null,
    parts: [],
    returnStatus: units === 'returned' ? 'ACCEPTED' : null,
    shipmentProvider: order.logistics?.shipping_agency ?? null,
    trackingCode: order.custom_fields?.awb ?? null,
    unitIds: [],
  };
}

/** From the request of a pick-up on. */
const arrangedRank = statusOf(450).rank;
