import { toMinor } from '@evenstock/contract/values/money';
import type { Access } from '../kit/access.ts';
import type { ChannelOrder, ChannelOrderLine, Connector } from '../kit/connector.ts';
import type { OrderCount } from '../kit/capabilities.ts';
import type { ChannelReply } from '../kit/http.ts';
import { nameFrom, parseReply, readEach } from '../kit/read-records.ts';
import { chunk, intervalOf } from '../kit/batches.ts';
import { graphql } from './client.ts';
import { linesDocument, ordersByIdDocument, ordersCountDocument, ordersDocument } from './documents.ts';
import { fieldOf, nextOf, nodesOf } from './listings.ts';
import { orderStateOf } from './order-statuses.ts';
import { counted, linePage, order as orderRecord, rawPage } from './wire.ts';
import type { Line, Order } from './wire.ts';

/** The document costs about 260 points for ten orders (shopify.md 4). */
const pageSize = 10;

export const orders: Connector['orders'] = {
  async page(access, cursor, updated) {
    const after = typeof cursor?.['after'] === 'string' ? cursor['after'] : null;
    const { data, reply } = await graphql(access, ordersDocument, {
      first: pageSize,
      after,
      query: `updated_at:>='${updated.from.toISOString()}' updated_at:<='${updated.to.toISOString()}'`,
    });
    const page = parseReply(rawPage, data['orders'], 'orders');
    const next = nextOf(page.pageInfo, after, null);
    return { ...(await readOrders(access, page.nodes, [reply])), next, total: null };
  },

  /** Takes the number that the seller sees ('#1001') or Shopify's own id, which needs no search and so has no lag. */
  async read(access, numbers) {
    const replies: ChannelReply[] = [];
    const records: unknown[] = [];
    for (const ids of chunk(numbers.filter(isGid), pageSize)) {
      const { data, reply } = await graphql(access, ordersByIdDocument, { ids });
      replies.push(reply);
      records.push(...nodesOf(data['nodes']));
    }
    for (const number of numbers.filter((each) => !isGid(each))) {
      const query = `name:'${number.replaceAll(/[^\p{L}\p{N}#_. -]/gu, '')}'`;
      const { data, reply } = await graphql(access, ordersDocument, { first: pageSize, after: null, query });
      replies.push(reply);
      const { nodes } = parseReply(rawPage, data['orders'], 'orders');
      records.push(...nodes.filter((node) => nameOf(node) === number));
    }
    const known = new Set(records.flatMap((record) => [nameOf(record), nameFrom(record, 'id')]));
    const whole = await readOrders(access, records, replies);
    return { ...whole, missing: numbers.filter((number) => !known.has(number)), total: null };
  },
};

/** shopify.md 4: `ordersCount` without a limit, so that it is exact. */
export const orderCount: OrderCount = {
  async placed(access, { from, before }) {
    const { data } = await graphql(access, ordersCountDocument, {
      query: `created_at:>='${from.toISOString()}' created_at:<'${before.toISOString()}'`,
    });
    const { count, precision } = parseReply(counted, data['ordersCount'], 'ordersCount');
    return precision === 'EXACT' ? count : null;
  },
};

const isGid = (number: string): boolean => number.startsWith('gid://');
const nameOf = (record: unknown): string => nameFrom(record, 'name', 'id');

async function readOrders(access: Access, records: readonly unknown[], first: readonly ChannelReply[]) {
  const replies = [...first];
  const read = readEach(records, 'order', nameOf, (record) => orderRecord.parse(record));
  const found: ChannelOrder[] = [];
  for (const each of read.read) found.push(orderOf(each, await linesOf(access, each, replies)));
  return { orders: found, unreadable: read.unreadable, interval: intervalOf(replies, access.http.now()) };
}

async function linesOf(access: Access, raw: Order, replies: ChannelReply[]): Promise<Line[]> {
  const lines = [...raw.lineItems.nodes];
  let next = nextOf(raw.lineItems.pageInfo, null, null);
  while (next !== null) {
    const { after } = next;
    const { data, reply } = await graphql(access, linesDocument, { id: raw.id, after });
    replies.push(reply);
    const more = parseReply(linePage, fieldOf(data['order'], 'lineItems'), 'lineItems');
    lines.push(...more.nodes);
    next = nextOf(more.pageInfo, after, null);
  }
  return lines;
}

type MoneyOf = Order['totalPriceSet'];

const minor = (money: MoneyOf): number => toMinor(money.shopMoney.amount, money.shopMoney.currencyCode);

function orderOf(raw: Order, lines: readonly Line[]): ChannelOrder {
  const { state, rank, raw: rawState } = orderStateOf(raw);
  const to = raw.shippingAddress;
  const amount = (money: MoneyOf | null | undefined): number | null => (money ? minor(money) : null);
  const paid = raw.transactions.filter(
    (each) => each.status === 'SUCCESS' && (each.kind === 'SALE' || each.kind === 'CAPTURE'),
  );
  const paidAt = paid.map((each) => each.createdAt.getTime());
  return {
    number: raw.name,
    channelId: raw.id,
    createdAt: raw.createdAt,
    updatedAt: raw.updatedAt,
    rawState,
    state,
    stateRank: rank,
    paidAt: paidAt.length === 0 ? null : new Date(Math.min(...paidAt)),
    // Shopify sets no deadline.
    shipBy: null,
    category: null,
    shippingType: 'Delivery',
    shippingMethod: raw.shippingLine?.title ?? null,
    shippingCarrier: raw.fulfillments.flatMap((each) => each.trackingInfo[0]?.company ?? [])[0] ?? null,
    remarks: raw.note,
    isTest: false,
    cancellationRequested: false,
    currency: raw.currencyCode,
    amounts: {
      subtotal: amount(raw.subtotalPriceSet),
      shippingFee: minor(raw.totalShippingPriceSet),
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
      discount: amount(raw.totalDiscountsSet),
      total: minor(raw.totalPriceSet),
    },
    buyer: {
      id: raw.customer?.id ?? null,
      name: to?.name ?? raw.customer?.displayName ?? null,
      fullAddress: joined([
        to?.company,
        to?.address1,
        to?.address2,
        to?.city,
        to?.province,
        to?.countryCodeV2,
      ]),
      postalCode: to?.zip ?? null,
      phone: to?.phone ?? raw.phone,
      email: raw.email,
    },
    lines: lines.map((line) => lineOf(raw, line)),
    promotions: [],
  };
}

function joined(parts: readonly (string | null | undefined)[]): string | null {
  const given = parts.filter((part) => part !== null && part !== undefined);
  return given.length === 0 ? null : given.join(', ');
}

function lineOf(raw: Order, line: Line): ChannelOrderLine {
  const total = minor(line.discountedTotalSet);
  const original = minor(line.originalUnitPriceSet);
  const sent = raw.fulfillments.filter((each) => each.status === 'SUCCESS' && unitsSent(each, line.id) > 0);
  const fulfilled = sent.reduce((sum, each) => sum + unitsSent(each, line.id), 0);
  const gone = goneUnits(raw, line, fulfilled);
  const tracking = sent.flatMap((each) => each.trackingInfo)[0];
  return {
    lineId: line.id,
    itemId: line.product?.id ?? null,
    variantId: line.variant?.id ?? null,
    sku: line.sku,
    name: line.title,
    variantName: line.variantTitle,
    unitPrice: line.quantity > 0 ? Math.round(total / line.quantity) : original,
    originalPrice: original,
    total,
    ordered: line.quantity,
    ...gone,
    fulfilled: fulfilled > 0 && fulfilled >= line.quantity - gone.cancelled,
    isListed: true,
    marketplaceSku: null,
    cancellations: [],
    sent: 0,
    keptBy: 'seller',
    assignedAt: null,
    parts: [],
    returnStatus: gone.returned > 0 ? 'ACCEPTED' : null,
    shipmentProvider: tracking?.company ?? null,
    trackingCode: tracking?.number ?? null,
    unitIds: [],
  };
}

function unitsSent(fulfilment: Order['fulfillments'][number], lineId: string): number {
  return fulfilment.fulfillmentLineItems.nodes
    .filter((each) => each.lineItem.id === lineId)
    .reduce((sum, each) => sum + (each.quantity ?? 0), 0);
}

/**
 * The outcome of a line's units (shopify.md 6). Cancelled: ordered, not sent, and not waiting to be sent any more.
 * Returned: refunded beyond those. Restored: what refunds and the cancellation report as restocked.
 */
function goneUnits(
  raw: Order,
  line: Line,
  fulfilled: number,
): Pick<ChannelOrderLine, 'cancelled' | 'returned' | 'restored' | 'restoredAt'> {
  const refunds = raw.refunds.flatMap((refund) =>
    refund.refundLineItems.nodes
      .filter((each) => each.lineItem.id === line.id)
      .map((each) => ({ ...each, at: refund.createdAt ?? null })),
  );
  const units = (of: typeof refunds): number => of.reduce((sum, each) => sum + each.quantity, 0);
  const waiting = raw.cancelledAt ? 0 : line.unfulfilledQuantity;
  const calledOff = units(refunds.filter((each) => each.restockType === 'CANCEL'));
  const unsent = Math.max(0, line.quantity - fulfilled);
  const cancelled = Math.min(unsent, Math.max(calledOff, unsent - waiting));
  const back = refunds.filter((each) => each.restocked);
  const times = back.flatMap((each) => each.at?.getTime() ?? []);
  return {
    cancelled,
    returned: Math.min(fulfilled, Math.max(0, units(refunds) - cancelled)),
    restored: units(back),
    restoredAt: times.length === 0 ? null : new Date(Math.max(...times)),
  };
}
