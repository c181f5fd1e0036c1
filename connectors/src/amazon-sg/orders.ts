import { message } from '@evenstock/contract/messages/message';
import { ChannelError, rejected, unexpected } from '../kit/errors.ts';
import type { Access } from '../kit/access.ts';
import type { Cursor, Window } from '../kit/paging.ts';
import type { Connector } from '../kit/connector.ts';
import type { ChannelReply } from '../kit/http.ts';
import { withNext } from '../kit/incomplete-page.ts';
import { nameFrom, parseReply, readEach } from '../kit/read-records.ts';
import { mapConcurrent, intervalOf } from '../kit/batches.ts';
import { callAmazon, marketplaceId, notFound, segment } from './client.ts';
import { orderOf } from './order.ts';
import { oneOrder, order as orderRecord, orderPage } from './wire.ts';
import type { Order } from './wire.ts';
import { channel } from './channel.ts';

/** Orders 2026-01-01: the app's roles decide which personal data are in the answer, no restricted token (amazon-sg.md 1.3, 4.1). */
const root = '/orders/2026-01-01/orders';
const includedData = ['BUYER', 'RECIPIENT', 'PROCEEDS', 'CANCELLATION', 'FULFILLMENT', 'PACKAGES'];
const pageSize = 100;
/** A window ends at least two minutes ago; without an end, Amazon lists up to the latest possible time (4.1). */
const listedAfterMs = 120_000;

/** amazon-sg.md 4.1: searchOrders by update time. The other parameters must be the same for all pages of one search. */
export const orders: Connector['orders'] = {
  async page(access, cursor, updated) {
    const position = positionOf(cursor, updated, access.http.now());
    const { body, reply } = await callAmazon(access, {
      operation: 'searchOrders',
      method: 'GET',
      path: root,
      query: {
        marketplaceIds: marketplaceId,
        lastUpdatedAfter: updated.from.toISOString(),
        ...(position.before === null ? {} : { lastUpdatedBefore: position.before }),
        maxResultsPerPage: String(pageSize),
        includedData,
        ...(position.token === null ? {} : { paginationToken: position.token }),
      },
    });
    const page = parseReply(orderPage, body, 'searchOrders');
    const token = page.pagination?.nextToken ?? null;
    return withNext({ ...readOrders(access, page.orders, [reply]), total: null }, () => {
      if (token !== null && token === position.token) {
        throw unexpected(message('answers.page_repeats', { channel }));
      }
      return token === null ? null : { token, before: position.before };
    });
  },

  async read(access, numbers) {
    const answers = await mapConcurrent(numbers, 5, (number) => orderIfThere(access, number));
    const found = answers.filter((answer) => answer !== null);
    const replies = found.map(({ reply }) => reply);
    return {
      ...readOrders(
        access,
        found.map(({ record }) => record),
        replies,
      ),
      missing: numbers.filter((_, index) => answers[index] === null),
      total: null,
    };
  },
};

interface Position {
  readonly token: string | null;
  /** ISO 8601; null: up to the latest time that Amazon lists. */
  readonly before: string | null;
}

function positionOf(cursor: Cursor | null, updated: Window, now: Date): Position {
  if (cursor !== null) {
    const { token, before } = cursor;
    return {
      token: typeof token === 'string' ? token : null,
      before: typeof before === 'string' ? before : null,
    };
  }
  const isListed = updated.to.getTime() <= now.getTime() - listedAfterMs;
  return { token: null, before: isListed ? updated.to.toISOString() : null };
}

const numberOf = (record: unknown): string => nameFrom(record, 'orderId');

function readOrders(access: Access, records: readonly unknown[], replies: readonly ChannelReply[]) {
  const { read, unreadable } = readEach(records, 'order', numberOf, (record) =>
    orderOf(orderRecord.parse(record)),
  );
  return { orders: read, unreadable, interval: intervalOf(replies, access.http.now()) };
}

/** amazon-sg.md 4.1 (model): ids have this form; what has another is no order's. */
const orderId = /^\d{3}-\d{7}-\d{7}$/;

/** One order as Amazon has it now, to act on. Throws `rejected` where Amazon does not know it. */
export async function orderNow(access: Access, number: string): Promise<Order> {
  const answer = await orderIfThere(access, number);
  if (answer === null) throw rejected(notFound, message('refusals.order_gone', { channel }));
  return parseReply(orderRecord, answer.record, 'getOrder');
}

/** One order as it came; null where Amazon does not know it. */
async function orderIfThere(
  access: Access,
  number: string,
): Promise<{ record: unknown; reply: ChannelReply } | null> {
  if (!orderId.test(number)) return null;
  try {
    const { body, reply } = await callAmazon(access, {
      operation: 'getOrder',
      method: 'GET',
      path: `${root}/${segment(number)}`,
      query: { includedData },
    });
    return { record: parseReply(oneOrder, body, 'getOrder').order, reply };
  } catch (error) {
    if (error instanceof ChannelError && error.fault.kind === 'rejected' && error.fault.code === notFound) {
      return null;
    }
    throw error;
  }
}
