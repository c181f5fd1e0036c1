import { message } from '@evenstock/contract/messages/message';
import { ChannelError, rejected, unexpected } from '../kit/errors.ts';
import type { Access } from '../kit/access.ts';
import type { Cursor, Unreadable, Window } from '../kit/paging.ts';
import type { Connector, OrderPage } from '../kit/connector.ts';
import type { OrderCount } from '../kit/capabilities.ts';
import type { ChannelReply } from '../kit/http.ts';
import { withNext } from '../kit/incomplete-page.ts';
import { nameFrom, readEach, reasonOf } from '../kit/read-records.ts';
import { records } from '../kit/wire-fields.ts';
import { mapConcurrent, chunk, intervalOf, onceEach } from '../kit/batches.ts';
import { callSeller, dataOf } from './client.ts';
import { isoOf } from './listings.ts';
import { orderOf } from './order.ts';
import { itemsOfOrders, order as orderRecord, orderItem, orderPage } from './wire.ts';
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
    const found = list.orders ?? [];
    // A page that lacks what it counts itself is no page (lazada.md 4).
    const isWhole =
      list.orders === undefined ? (list.countTotal ?? list.count) === 0 : found.length >= (list.count ?? 0);
    const left = (list.countTotal ?? 0) - position.offset;
    const whole = await withItems(access, found, [answer.reply]);
    return withNext({ ...whole, total: list.countTotal }, () => {
      if ((!isWhole && found.length >= left) || (found.length === 0 && left > 0)) {
        throw unexpected(message('answers.incomplete', { channel }));
      }
      return nextOf(position, found, found.length < left);
    });
  },

  async read(access, numbers) {
    const replies: ChannelReply[] = [];
    const answers = await mapConcurrent(numbers, 5, (number) => orderIfThere(access, number, replies));
    const found = answers.flatMap((each) => ('record' in each ? [each.record] : []));
    const whole = await withItems(access, found, replies);
    return {
      ...whole,
      unreadable: [...whole.unreadable, ...answers.flatMap((each) => ('reason' in each ? [each] : []))],
      missing: answers.flatMap((each) => ('missing' in each ? [each.missing] : [])),
      total: null,
    };
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
function nextOf(position: Position, records: readonly unknown[], isMore: boolean): Cursor | null {
  if (records.length < pageSize) {
    // A page may be shorter than asked for and not be the last: its total states it.
    return isMore ? { after: position.after, offset: position.offset + records.length } : null;
  }
  const times = records.flatMap((record) => {
    const parsed = orderRecord.shape.updated_at.safeParse(updatedAtOf(record));
    return parsed.success && parsed.data ? [parsed.data.getTime()] : [];
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

type Answered = { readonly record: unknown } | { readonly missing: string } | Unreadable;

/** lazada.md 4: /order/get. Only code 16 says that the shop has no such order; any other refusal costs this order alone. */
async function orderIfThere(access: Access, number: string, replies: ChannelReply[]): Promise<Answered> {
  try {
    const answer = await callSeller(access, {
      method: 'GET',
      path: '/order/get',
      parameters: { order_id: number },
      group,
    });
    replies.push(answer.reply);
    const { data } = answer.envelope;
    if (nameFrom(data, 'order_id') !== 'unknown') return { record: data };
    return { reference: number, reason: notDescribed };
  } catch (error) {
    if (error instanceof ChannelError && error.fault.kind === 'rejected' && error.fault.code === '16')
      return { missing: number };
    return { reference: number, reason: reasonOf('order', error) };
  }
}

const notDescribed = message('answers.order_not_described', { channel });
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
    for (const [id, units] of await itemsOf(access, piece, replies)) items.set(id, units);
  }
  const read = readEach(records, 'order', nameOf, (record) => {
    const parsed = orderRecord.parse(record);
    const told = orderItem.array().parse(items.get(parsed.order_id) ?? []);
    const units = onceEach(told, (unit) => unit.order_item_id);
    if (units.length === 0 || units.length < (parsed.items_count ?? 0)) {
      throw rejected('no_items', notDescribed);
    }
    return orderOf(access, parsed, units);
  });
  return { orders: read.read, unreadable: read.unreadable, interval: intervalOf(replies, access.http.now()) };
}

/** lazada.md 4: /orders/items/get. It refuses all for one id that it does not take, so each order is then asked for alone. */
async function itemsOf(
  access: Access,
  ids: readonly string[],
  replies: ChannelReply[],
): Promise<(readonly [string, readonly unknown[]])[]> {
  const path = '/orders/items/get';
  try {
    const parameters = { order_ids: `[${ids.join(',')}]` };
    const answer = await callSeller(access, { method: 'GET', path, parameters, group });
    replies.push(answer.reply);
    return dataOf(itemsOfOrders, answer, path).map((each) => [each.order_id, each.order_items] as const);
  } catch (error) {
    if (!(error instanceof ChannelError) || error.fault.kind !== 'rejected') throw error;
  }
  return mapConcurrent(ids, 5, async (id) => [id, await itemsAlone(access, id, replies)] as const);
}

/** lazada.md 4: /order/items/get; none where it is refused for this order. */
async function itemsAlone(access: Access, id: string, replies: ChannelReply[]): Promise<readonly unknown[]> {
  const path = '/order/items/get';
  try {
    const parameters = { order_id: id };
    const answer = await callSeller(access, { method: 'GET', path, parameters, group });
    replies.push(answer.reply);
    return dataOf(records, answer, path);
  } catch (error) {
    if (!(error instanceof ChannelError) || error.fault.kind !== 'rejected') throw error;
    return [];
  }
}
