import { toMinor } from '@evenstock/contract/values/money';
import type { Access } from '../kit/access.ts';
import type { ChannelOrder, ChannelOrderLine, Connector, OrderAmounts } from '../kit/connector.ts';
import type { OrderCount } from '../kit/capabilities.ts';
import type { ChannelReply } from '../kit/http.ts';
import { withNext } from '../kit/incomplete-page.ts';
import { nameFrom, parseReply, readEach, reasonOf } from '../kit/read-records.ts';
import { chunk, intervalOf } from '../kit/batches.ts';
import { graphql } from './client.ts';
import { ordersByIdDocument, ordersCountDocument, ordersDocument } from './order-documents.ts';
import { accessAt } from '../kit/locations.ts';
import { chosenLocations, gid, nextOf, nodesOf } from './listings.ts';
import { wholeOrder } from './order-lists.ts';
import type { WholeOrder } from './order-lists.ts';
import { editedOut, keptByOf, parcelsWith, unitsOf } from './order-units.ts';
import { orderStateOf } from './order-statuses.ts';
import { counted, order as orderRecord, rawPage } from './wire.ts';
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
    const records = { ...(await readOrders(access, page.nodes, [reply])), total: null };
    return withNext(records, () => nextOf(page.pageInfo, after, null));
  },

  /**
   * By Shopify's own id, which needs no search and so has no lag; an id that is answered by null is one that Shopify does not know.
   * What a member types in is no id, so it is searched as the order's name.
   */
  async read(access, asked) {
    const channelIds = asked.filter(isId);
    const replies: ChannelReply[] = [];
    const records: unknown[] = [];
    const missing: string[] = [];
    for (const part of chunk(channelIds, pageSize)) {
      const ids = part.map((id) => gid('Order', id));
      const { data, reply } = await graphql(access, ordersByIdDocument, { ids });
      replies.push(reply);
      const nodes: unknown[] = Array.isArray(data['nodes']) ? data['nodes'] : [];
      if (nodes.length === ids.length) missing.push(...part.filter((_, place) => nodes[place] === null));
      records.push(...nodesOf(nodes));
    }
    for (const number of asked.filter((each) => !isId(each))) {
      const query = `name:'${number.replaceAll(/[^\p{L}\p{N}#_. -]/gu, '')}'`;
      const { data, reply } = await graphql(access, ordersDocument, { first: pageSize, after: null, query });
      replies.push(reply);
      const named = parseReply(rawPage, data['orders'], 'orders').nodes.filter(
        (node) => nameOf(node) === number,
      );
      if (named.length === 0) missing.push(number);
      records.push(...named);
    }
    return { ...(await readOrders(access, records, replies)), missing, total: null };
  },
};

/** Whether a text is an id of Shopify's, whole or its digits, which are ten at least. */
const isId = (text: string): boolean => /^(gid:\/\/.+|\d{10,})$/.test(text);

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

const nameOf = (record: unknown): string => nameFrom(record, 'name', 'id');

async function readOrders(access: Access, records: readonly unknown[], first: readonly ChannelReply[]) {
  const replies = [...first];
  const { read, unreadable } = readEach(records, 'order', nameOf, (record) => orderRecord.parse(record));
  const found: ChannelOrder[] = [];
  for (const each of read) {
    try {
      found.push(orderOf(access, await wholeOrder(access, each, replies)));
    } catch (error) {
      unreadable.push({ reference: numberOf(each), reason: reasonOf('order', error) });
    }
  }
  return { orders: found, unreadable, interval: intervalOf(replies, access.http.now()) };
}

/** The name that people read; an order without one has its id. */
const numberOf = ({ name, id }: Order): string => name ?? id.replace(/^.*\//, '');

type MoneyOf = Order['totalPriceSet'];

const amount = (money: MoneyOf | null | undefined): number | null => (money ? minor(money) : null);

const minor = (money: MoneyOf): number => toMinor(money.shopMoney.amount, money.shopMoney.currencyCode);

function orderOf(access: Access, order: WholeOrder): ChannelOrder {
  const { raw } = order;
  const chosen = chosenLocations(accessAt(access, raw.createdAt));
  const { state, rank, raw: rawState } = orderStateOf(raw);
  const to = raw.shippingAddress;
  const paid = order.payments.filter(
    (each) => each.status === 'SUCCESS' && (each.kind === 'SALE' || each.kind === 'CAPTURE'),
  );
  const paidAt = paid.flatMap((each) => each.createdAt?.getTime() ?? []);
  return {
    number: numberOf(raw),
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
    shippingCarrier: order.parcels.flatMap((each) => each.tracking[0]?.company ?? [])[0] ?? null,
    remarks: raw.note,
    isTest: raw.test,
    cancellationRequested: false,
    currency: raw.currencyCode === '' ? raw.totalPriceSet.shopMoney.currencyCode : raw.currencyCode,
    amounts: amountsOf(order),
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
    lines: order.lines.map((line) => lineOf(order, chosen, line)),
    promotions: [],
  };
}

function joined(parts: readonly (string | null | undefined)[]): string | null {
  const given = parts.filter((part) => part !== null && part !== undefined);
  return given.length === 0 ? null : given.join(', ');
}

/**
 * `subtotalPriceSet` is after discounts, and so is `discountedTotalSet` of a line but for those of the whole order; the subtotal that is
 * shown is before them. What is left of the discounts is on the delivery, whose fee is reported before them.
 */
function amountsOf(order: WholeOrder): OrderAmounts {
  const { raw, lines } = order;
  const discounts = amount(raw.totalDiscountsSet);
  // Amounts are those after an edit of the order, which leaves `quantity` as it was.
  const goods = lines.reduce(
    (sum, line) => sum + minor(line.originalUnitPriceSet) * (line.quantity - editedOut(order, line)),
    0,
  );
  const after = amount(raw.subtotalPriceSet) ?? goods - (discounts ?? 0);
  const shippingFee = amount(raw.totalShippingPriceSet);
  const tax = raw.taxesIncluded ? null : orNull(amount(raw.totalTaxSet));
  const total = minor(raw.totalPriceSet);
  const rest = total - after - (shippingFee ?? 0) - (tax ?? 0);
  // A tip that is a line is in the subtotal already.
  const tip = orNull(Math.min(amount(raw.totalTipReceivedSet) ?? 0, Math.max(0, rest)));
  const onGoods = Math.min(discounts ?? Infinity, Math.max(0, goods - after));
  const onDelivery = Math.min(Math.max(0, (discounts ?? 0) - onGoods), Math.max(0, -rest));
  return {
    subtotal: after + onGoods,
    shippingFee,
    voucher: null,
    coin: null,
    creditCardPromotion: null,
    sellerDiscount: null,
    cartDiscount: null,
    discount: discounts === null && onGoods === 0 ? null : onGoods + onDelivery,
    tax,
    serviceFee: null,
    insurance: null,
    giftWrap: null,
    tip,
    total,
  };
}

const orNull = (minorUnits: number | null): number | null => (minorUnits === 0 ? null : minorUnits);

function lineOf(order: WholeOrder, chosen: readonly string[], line: Line): ChannelOrderLine {
  const total = minor(line.discountedTotalSet);
  const original = minor(line.originalUnitPriceSet);
  const units = unitsOf(order, line);
  const tracking = parcelsWith(order, line.id).flatMap((each) => each.tracking)[0];
  return {
    lineId: line.id,
    // A tip, a deposit and what the seller typed into the order have none of the three; a product that is gone left its SKU.
    isListed: Boolean(line.product ?? line.variant ?? line.sku),
    itemId: line.product?.id ?? null,
    variantId: line.variant?.id ?? null,
    sku: line.sku,
    marketplaceSku: null,
    name: line.title ?? line.sku ?? '',
    variantName: line.variantTitle,
    unitPrice: line.quantity > 0 ? Math.round(total / line.quantity) : original,
    originalPrice: original,
    total,
    ordered: line.quantity,
    ...units,
    fulfilled: units.sent > 0 && units.sent >= line.quantity - units.cancelled,
    keptBy: keptByOf(order.places, chosen, line),
    assignedAt: null,
    parts: [],
    returnStatus: units.returned > 0 ? 'ACCEPTED' : null,
    shipmentProvider: tracking?.company ?? null,
    trackingCode: tracking?.number ?? null,
    unitIds: [],
  };
}
