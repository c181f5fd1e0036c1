import { message } from '@evenstock/contract/messages/message';
import { ChannelError, rejected, unexpected } from '../kit/errors.ts';
import type { Access } from '../kit/access.ts';
import type { OrderCount } from '../kit/capabilities.ts';
import type { Connector } from '../kit/connector.ts';
import type { ChannelReply } from '../kit/http.ts';
import { withNext } from '../kit/incomplete-page.ts';
import type { Unreadable } from '../kit/paging.ts';
import { nameFrom, readEach } from '../kit/read-records.ts';
import { chunk, intervalOf } from '../kit/batches.ts';
import { callShop, dataOf, isBusinessCode } from './client.ts';
import { orderOf } from './order.ts';
import { nextPage } from './paging.ts';
import { order as orderRecord, orderDetails, orderPage } from './wire.ts';
import type { Order } from './wire.ts';
import { channel } from './channel.ts';

/** tiktok.md 4.1 allows 100; fewer are imported sooner. */
const pageSize = 50;
/** tiktok.md 4.2. */
const detailSize = 50;
const group = 'orders';

/** tiktok.md 4.1: orders/search by update time, oldest change first; then the details, which alone tell what bundles are made of. */
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
    const rows = list.orders ?? [];
    const details = await detailsIfThere(access, rows.map(nameOf));
    const byId = new Map(details.records.map((record) => [nameOf(record), record]));
    const whole = rows.map((row) => {
      const detail = byId.get(nameOf(row));
      return orderRecord.safeParse(detail).success ? detail : row;
    });
    const records = {
      ...readRecords(access, whole),
      interval: intervalOf([answer.reply, ...details.replies], access.http.now()),
      total: list.total_count,
    };
    return withNext(records, () => nextPage(cursor, list.orders, list));
  },

  async read(access, numbers) {
    const { records, replies, refused } = await readDetails(access, numbers);
    const told = new Set([...records.map(nameOf), ...refused.map(({ reference }) => reference)]);
    const found = readRecords(access, records);
    return {
      orders: found.orders,
      unreadable: [...found.unreadable, ...refused],
      interval: intervalOf(replies, access.http.now()),
      // Asked by its id, an order that the shop does not have is left out (4.2).
      missing: numbers.filter((number) => !told.has(number)),
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
  const { records, refused } = await readDetails(access, [id]);
  const [refusal] = refused;
  if (refusal !== undefined) throw rejected('order_unreadable', refusal.reason);
  const record = records.find((each) => nameOf(each) === id);
  if (record === undefined) return null;
  const parsed = orderRecord.safeParse(record);
  if (parsed.success) return parsed.data;
  throw unexpected(message('answers.order_undocumented', { channel }));
}

const nameOf = (record: unknown): string => nameFrom(record, 'id');

function readRecords(access: Access, records: readonly unknown[]) {
  const { read, unreadable } = readEach(records, 'order', nameOf, (record) =>
    orderOf(orderRecord.parse(record), access),
  );
  return { orders: read, unreadable };
}

interface Details {
  readonly records: readonly unknown[];
  readonly replies: readonly ChannelReply[];
  readonly refused: readonly Unreadable[];
}

async function readDetails(access: Access, ids: readonly string[]): Promise<Details> {
  const pieces: Details[] = [];
  for (const piece of chunk(ids, detailSize)) pieces.push(...(await detailsOf(access, piece)));
  return {
    records: pieces.flatMap(({ records }) => records),
    replies: pieces.flatMap(({ replies }) => replies),
    refused: pieces.flatMap(({ refused }) => refused),
  };
}

/** The details of listed orders; none where the call cannot be answered: then the rows of the list are all there is. */
async function detailsIfThere(access: Access, ids: readonly string[]): Promise<Details> {
  try {
    return await readDetails(access, ids);
  } catch (error) {
    const isOverall = error instanceof ChannelError && !['rejected', 'unexpected'].includes(error.fault.kind);
    if (isOverall) throw error;
    return { records: [], replies: [], refused: [] };
  }
}

/** tiktok.md 4.2. One order may fail the whole call, so they are then read one by one. */
async function detailsOf(access: Access, ids: readonly string[]): Promise<Details[]> {
  const path = '/order/202507/orders';
  try {
    const answer = await callShop(access, { method: 'GET', path, query: { ids: ids.join(',') }, group });
    return [{ records: dataOf(orderDetails, answer, path).orders, replies: [answer.reply], refused: [] }];
  } catch (error) {
    const isAboutOrders =
      error instanceof ChannelError && error.fault.kind === 'rejected' && isBusinessCode(error.fault.code);
    if (!isAboutOrders) throw error;
    const [first, ...others] = ids;
    if (first !== undefined && others.length === 0) {
      const isGone = /not (found|exist)|does ?n.t exist|no such/i.test(error.message);
      const refused = isGone ? [] : [{ reference: first, reason: error.fault.reason }];
      return [{ records: [], replies: [], refused }];
    }
    const one: Details[] = [];
    for (const id of ids) one.push(...(await detailsOf(access, [id])));
    return one;
  }
}
