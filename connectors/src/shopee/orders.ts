import { message } from '@evenstock/contract/messages/message';
import { z } from 'zod';
import { ChannelError, unexpected } from '../kit/errors.ts';
import { idText } from '../kit/wire-fields.ts';
import type { Access } from '../kit/access.ts';
import type { Unreadable, Window } from '../kit/paging.ts';
import type { Connector, OrderPage } from '../kit/connector.ts';
import { withNext } from '../kit/incomplete-page.ts';
import { nameFrom, readEach } from '../kit/read-records.ts';
import { chunk, intervalOf } from '../kit/batches.ts';
import { callShop, responseOf } from './client.ts';
import type { ShopeeReply } from './client.ts';
import { orderOf } from './order.ts';
import { order as orderRecord, orderDetails, orderList } from './wire.ts';
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
    const entries = list.order_list ?? [];
    const more = list.more ?? list.next_cursor !== null;
    const listed = readEach(entries, 'order', nameOf, (entry) => listEntry.parse(entry).order_sn);
    const details = await readDetails(access, listed.read);
    const lost = details.missing.map((number) => ({ reference: number, reason: notDescribed }));
    const records = {
      orders: details.orders,
      unreadable: [...listed.unreadable, ...details.unreadable, ...lost],
      // A change after the list began was not seen.
      interval: intervalOf([answer.reply, details.interval], access.http.now()),
      total: null,
    };
    return withNext(records, () => {
      if (more && (list.next_cursor === null || list.next_cursor === window.cursor)) {
        throw unexpected(message('answers.page_repeats', { channel }));
      }
      // No list, or a full one that does not say whether more follows, is no end.
      const isOpen = list.more === null && entries.length >= detailSize && !more;
      if (list.order_list === undefined || isOpen) {
        throw unexpected(message('answers.incomplete', { channel }));
      }
      return nextOf(window, more ? list.next_cursor : null, updated);
    });
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

const nameOf = (record: unknown): string => nameFrom(record, 'order_sn');
const listEntry = z.object({ order_sn: idText });
const notDescribed = message('answers.order_not_described', { channel });

/** What a detail call lacks is set aside; only what Shopee says it does not know is missing. */
async function readDetails(access: Access, numbers: readonly string[]): Promise<Details> {
  const answers: DetailAnswer[] = [];
  for (const piece of chunk(numbers, detailSize)) answers.push(...(await detailsOf(access, piece)));
  // One that a call with others lacks is asked for alone, which answers for it.
  const answered = new Set(answers.flatMap(referencesOf));
  const unanswered = numbers.length === 1 ? [] : numbers.filter((number) => !answered.has(number));
  for (const number of unanswered) answers.push(...(await detailsOf(access, [number])));
  const replies = answers.flatMap((answer) => ('reply' in answer ? [answer] : []));
  const found = replies.flatMap((answer) => responseOf(orderDetails, answer, 'get_order_detail').order_list);
  const parsed = readEach(found, 'order', nameOf, (record) => orderOf(orderRecord.parse(record), access));
  const refused = answers.flatMap((answer) => ('reason' in answer ? [answer] : []));
  const missing = answers.flatMap((answer) => ('missing' in answer ? [answer.missing] : []));
  const told = new Set([...found.map(nameOf), ...missing, ...refused.map(({ reference }) => reference)]);
  const lacking = numbers
    .filter((number) => !told.has(number))
    .map((reference) => ({ reference, reason: notDescribed }));
  return {
    orders: parsed.read,
    unreadable: [...parsed.unreadable, ...refused, ...lacking],
    interval: intervalOf(
      replies.map((answer) => answer.reply),
      access.http.now(),
    ),
    missing,
    total: null,
  };
}

function referencesOf(answer: DetailAnswer): string[] {
  if ('missing' in answer) return [answer.missing];
  if ('reason' in answer) return [answer.reference];
  return responseOf(orderDetails, answer, 'get_order_detail').order_list.map(nameOf);
}

export type DetailAnswer = ShopeeReply | { readonly missing: string } | Unreadable;

/** Refusals that are about the app or the shop, not about an order (shopee.md 2.2). */
const overall =
  /^(?:error_(?:sign|auth|api_permission|permission|kyc_auth)|shop_banned|partner_frozen|invalid_partner_id|source_ip_undeclared)$/;

/** Details of orders (shopee.md 4). One order may fail the whole call, so they are then read one by one. */
export async function detailsOf(access: Access, numbers: readonly string[]): Promise<DetailAnswer[]> {
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
    if (!(error instanceof ChannelError) || error.fault.kind !== 'rejected') throw error;
    const { code, reason } = error.fault;
    if (overall.test(code)) throw error;
    const [first, ...others] = numbers;
    if (first !== undefined && others.length === 0) {
      return /not_?(found|exist)/i.test(code) ? [{ missing: first }] : [{ reference: first, reason }];
    }
    const one: DetailAnswer[] = [];
    for (const number of numbers) one.push(...(await detailsOf(access, [number])));
    return one;
  }
}
