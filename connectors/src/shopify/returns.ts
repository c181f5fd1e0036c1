import { toMinor } from '@evenstock/contract/values/money';
import type { ChannelReturn, Returns, ReturnState } from '../kit/capabilities.ts';
import { sumOrNull } from '../kit/amounts.ts';
import type { Access } from '../kit/access.ts';
import { ChannelError } from '../kit/errors.ts';
import { withNext } from '../kit/incomplete-page.ts';
import { nameFrom, parseReply, readEach, reasonOf } from '../kit/read-records.ts';
import { onceEach } from '../kit/batches.ts';
import { graphql } from './client.ts';
import {
  orderReturnsDocument,
  returnDocument,
  returningOrdersDocument,
  returnLinesDocument,
} from './order-documents.ts';
import { fieldOf, gid, nextOf } from './listings.ts';
import { rawPage } from './wire.ts';
import { returningOrder, returnLinePage, returnRecord } from './wire-actions.ts';
import type { ReturnRecord } from './wire-actions.ts';

/** Every Return.status there is (shopify.md 6). */
export const returnStates: Readonly<Record<string, ReturnState>> = {
  REQUESTED: 'pending',
  OPEN: 'to_return',
  CLOSED: 'accepted',
  DECLINED: 'refused',
  CANCELED: 'cancelled',
};

const pageSize = 50;

/**
 * An order is updated when its return changes (shopify.md 4, 6), so returns are read from the updated orders.
 */
export const returns: Returns = {
  async page(access, cursor, updated) {
    const after = typeof cursor?.['after'] === 'string' ? cursor['after'] : null;
    const { data } = await graphql(access, returningOrdersDocument, {
      first: pageSize,
      after,
      query: `updated_at:>='${updated.from.toISOString()}' updated_at:<='${updated.to.toISOString()}'`,
    });
    const page = parseReply(rawPage, data['orders'], 'orders');
    const orders = readEach(
      page.nodes,
      'order',
      (record) => nameFrom(record, 'name', 'id'),
      (record) => returningOrder.parse(record),
    );
    const found: ChannelReturn[] = [];
    const unreadable = [...orders.unreadable];
    for (const order of orders.read) {
      if (order.returnStatus === 'NO_RETURN') continue;
      try {
        const parsed = readEach(
          await returnsOf(access, order.id),
          'return',
          (record) => nameFrom(record, 'id'),
          (record) => returnRecord.parse(record),
        );
        unreadable.push(...parsed.unreadable);
        for (const record of parsed.read) found.push(await wholeReturn(access, record));
      } catch (error) {
        // The returns of one order cost no other's.
        unreadable.push({ reference: order.name ?? order.id, reason: reasonOf('return', error) });
      }
    }
    const records = { returns: found, unreadable, waitSeconds: 0 };
    return withNext(records, () => nextOf(page.pageInfo, after, null));
  },

  async read(access, returnId) {
    try {
      const { data } = await graphql(access, returnDocument, { id: gid('Return', returnId) });
      const record = data['return'] ?? null;
      return record === null ? null : await wholeReturn(access, parseReply(returnRecord, record, 'return'));
    } catch (error) {
      const isUnknown =
        error instanceof ChannelError &&
        error.fault.kind === 'rejected' &&
        error.fault.code === 'RESOURCE_NOT_FOUND';
      if (isUnknown) return null;
      throw error;
    }
  },
};

async function returnsOf(access: Access, orderId: string): Promise<unknown[]> {
  const found: unknown[] = [];
  let after: string | null = null;
  for (;;) {
    const { data } = await graphql(access, orderReturnsDocument, { id: orderId, after });
    const page = parseReply(rawPage, fieldOf(data['order'], 'returns'), 'returns');
    found.push(...page.nodes);
    const next: { after: string } | null = nextOf(page.pageInfo, after, null);
    if (next === null) return found;
    ({ after } = next);
  }
}

async function wholeReturn(access: Access, raw: ReturnRecord): Promise<ChannelReturn> {
  const lines = [...raw.returnLineItems.nodes];
  let next = nextOf(raw.returnLineItems.pageInfo, null, null);
  while (next !== null) {
    const { after } = next;
    const { data } = await graphql(access, returnLinesDocument, { id: raw.id, after });
    const more = parseReply(returnLinePage, fieldOf(data['return'], 'returnLineItems'), 'returnLineItems');
    lines.push(...more.nodes);
    next = nextOf(more.pageInfo, after, null);
  }
  return returnOf(
    raw,
    onceEach(lines, ({ id }) => id),
  );
}

function returnOf(raw: ReturnRecord, lines: ReturnRecord['returnLineItems']['nodes']): ChannelReturn {
  const refunds = raw.refunds.nodes.map(({ totalRefundedSet: money }) =>
    money ? toMinor(money.shopMoney.amount, money.shopMoney.currencyCode) : null,
  );
  const happened = [raw.createdAt, raw.requestApprovedAt, raw.closedAt, raw.order.updatedAt];
  return {
    returnId: raw.id,
    order: { number: raw.order.name, channelId: raw.order.id },
    rawState: raw.status,
    state: returnStates[raw.status] ?? 'unknown',
    // A return is answered in the shop's admin.
    canAccept: false,
    canDispute: false,
    reason: lines.find((line) => line.returnReasonDefinition?.name)?.returnReasonDefinition?.name ?? null,
    textReason: lines.flatMap((line) => line.customerNote ?? line.returnReasonNote ?? [])[0] ?? null,
    disputeReason: raw.decline?.reason ?? null,
    disputeTextReason: raw.decline?.note ?? null,
    pictures: [],
    trackingNumber: null,
    refundAmount: refunds.length === 0 ? null : sumOrNull(refunds),
    currency: raw.order.currencyCode,
    createdAt: raw.createdAt,
    updatedAt: new Date(Math.max(...happened.flatMap((at) => at?.getTime() ?? []))),
    dueAt: null,
    lines: lines.map((line) => {
      const ordered = line.fulfillmentLineItem?.lineItem;
      const price = ordered?.originalUnitPriceSet?.shopMoney;
      return {
        lineId: ordered?.id ?? null,
        itemId: ordered?.product?.id ?? null,
        variantId: ordered?.variant?.id ?? null,
        sku: ordered?.sku ?? null,
        name: ordered?.title ?? ordered?.sku ?? line.id,
        units: line.quantity,
        price: price === undefined ? null : toMinor(price.amount, price.currencyCode),
      };
    }),
  };
}
