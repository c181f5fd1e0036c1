import { fromChannel, message, type Message } from '@evenstock/contract/messages/message';
import { toMinor } from '@evenstock/contract/values/money';
import type { ChannelReturn, Reason, Returns, ReturnState } from '../kit/capabilities.ts';
import type { Access } from '../kit/access.ts';
import { mapConcurrent } from '../kit/batches.ts';
import { ChannelError, unexpected } from '../kit/errors.ts';
import { picturesIn } from '../kit/picture-addresses.ts';
import { nameFrom, parseReply, readEach } from '../kit/read-records.ts';
import { callSeller, dataOf, resultOf } from './client.ts';
import { currencyOf } from './listings.ts';
import { itemIdIn } from './shop-sku.ts';
import { reverseHistory, reverseOrder, reversePage, reverseReasons } from './wire-actions.ts';
import type { ReverseLine, ReverseOrder } from './wire-actions.ts';
import { channel } from './channel.ts';

const group = 'orders';
const pageSize = 10;
const historyConcurrency = 5;

/** Every reverse_status that the document names, of the list and of pushes (lazada.md 6.2, 7). */
export const reverseStates: Readonly<Record<string, ReturnState>> = {
  REQUEST_INITIATE: 'pending',
  REQUEST_REJECT: 'refused',
  REQUEST_CANCEL: 'cancelled',
  CANCEL_INIT: 'pending',
  CANCEL_SUCCESS: 'cancelled',
  CANCEL_REFUND_ISSUED: 'cancelled',
  RTM_INIT: 'to_return',
  RTM_SHIPPING_BACK: 'to_return',
  RTM_CANCELED: 'cancelled',
  // The goods are back: the seller decides on the refund.
  RTM_RECEIVE_ITEM: 'pending',
  REFUND_INIT: 'accepted',
  REFUND_PENDING: 'accepted',
  REFUND_SUCCESS: 'accepted',
  REFUND_REJECTED: 'refused',
};

/** What a line's status means. Lazada's warehouse decides on goods that go back to it (lazada.md 6.2). */
export function reverseStateOf(line: Pick<ReverseLine, 'reverse_status' | 'is_dispute'>): ReturnState {
  const state = reverseStates[line.reverse_status];
  const isOver = state === 'accepted' || state === 'refused' || state === 'cancelled';
  if (line.is_dispute && !isOver) return 'disputed';
  return state ?? (line.reverse_status.startsWith('RTW_') ? 'to_return' : 'unknown');
}

/** The least settled first, so that open work shows. */
const leastSettled: readonly ReturnState[] = [
  'pending',
  'unknown',
  'to_return',
  'disputed',
  'accepted',
  'refused',
  'cancelled',
];

/** Returns and refunds without one, by the last change of their lines (lazada.md 6.2: getreverseordersforseller). */
export const returns: Returns = {
  async page(access, cursor, updated) {
    const page = typeof cursor?.['page'] === 'number' ? cursor['page'] : 1;
    const list = await listReverse(access, page, {
      request_type_list: '["RETURN","ONLY_REFUND"]',
      ReverseOrderLineModifiedTimeRangeStart: String(updated.from.getTime()),
      ReverseOrderLineModifiedTimeRangeEnd: String(updated.to.getTime()),
    });
    const items = list.items ?? [];
    const parsed = readEach(
      items,
      'return',
      (record) => nameFrom(record, 'reverse_order_id'),
      (record) => {
        const raw = reverseOrder.parse(record);
        return { raw, found: returnOf(raw, currencyOf(access)) };
      },
    );
    const before = typeof cursor?.['seen'] === 'number' ? cursor['seen'] : (page - 1) * pageSize;
    const seen = before + items.length;
    // A page may be shorter than asked for and not be the last: its total states it.
    const isMore = list.total === null ? items.length >= pageSize : seen < list.total;
    // An empty answer with success is no end: only a total of none is.
    const isUntold = list.items === undefined && list.total !== 0;
    if (isUntold || (items.length === 0 && before < (list.total ?? 0))) {
      throw unexpected(message('answers.incomplete', { channel }));
    }
    return {
      returns: await mapConcurrent(parsed.read, historyConcurrency, ({ raw, found }) =>
        withPictures(access, raw, found),
      ),
      unreadable: parsed.unreadable,
      next: isMore ? { page: page + 1, seen } : null,
      waitSeconds: 0,
    };
  },

  async read(access, returnId) {
    const found = await readReverseOrder(access, returnId);
    // A cancellation is a reverse order, too.
    if (found === null || found.request_type === 'CANCEL') return null;
    return withPictures(access, found, returnOf(found, currencyOf(access)));
  },
};

async function listReverse(access: Access, page: number, parameters: Readonly<Record<string, string>>) {
  const path = '/reverse/getreverseordersforseller';
  const answer = await callSeller(access, {
    method: 'GET',
    path,
    group,
    parameters: { page_no: String(page), page_size: String(pageSize), ...parameters },
  });
  return resultOf(reversePage, answer, path);
}

/** A return with the pictures that its buyer gave; none where its history cannot be read. */
async function withPictures(access: Access, raw: ReverseOrder, found: ChannelReturn): Promise<ChannelReturn> {
  const [line] = raw.reverse_order_lines;
  if (line === undefined) return found;
  try {
    return { ...found, pictures: await buyersPictures(access, line.reverse_order_line_id) };
  } catch (error) {
    const isOverall =
      !(error instanceof ChannelError) || ['unauthorised', 'throttled'].includes(error.fault.kind);
    if (isOverall) throw error;
    return found;
  }
}

/** lazada.md 6.2: /order/reverse/return/history/list. Sellers and Lazada add pictures too, which are left out. */
async function buyersPictures(access: Access, lineId: string): Promise<string[]> {
  const path = '/order/reverse/return/history/list';
  const pictures: string[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await callSeller(access, {
      method: 'GET',
      path,
      group,
      parameters: {
        reverse_order_line_id: lineId,
        page_size: String(pageSize),
        page_number: String(page),
      },
    });
    const { list, page_info: info } = dataOf(reverseHistory, answer, path);
    for (const { operator, picture } of list) {
      if (operator !== null && /buyer|customer/i.test(operator)) pictures.push(...picture);
    }
    if (list.length === 0 || page * pageSize >= (info?.total ?? 0)) return [...new Set(picturesIn(pictures))];
  }
}

/** One reverse order, from the list: the detail call names its fields otherwise. Null where there is none. */
export async function readReverseOrder(access: Access, reverseOrderId: string): Promise<ReverseOrder | null> {
  const list = await listReverse(access, 1, { reverse_order_id: reverseOrderId });
  const record = list.items?.find((each) => nameFrom(each, 'reverse_order_id') === reverseOrderId);
  // A list that has nothing, with success, is no answer about this one: only its total is.
  if (record === undefined && list.total !== 0) throw unexpected(message('answers.incomplete', { channel }));
  return record === undefined ? null : parseReply(reverseOrder, record, '/reverse/getreverseordersforseller');
}

/** Why a seller may refuse (lazada.md 6.2: /order/reverse/reason/list). */
export async function readRefusalReasons(
  access: Access,
  lineId: string,
  needsDetail: boolean,
): Promise<Reason[]> {
  const path = '/order/reverse/reason/list';
  const parameters = { reverse_order_line_id: lineId };
  const answer = await callSeller(access, { method: 'GET', path, parameters, group });
  return dataOf(reverseReasons, answer, path).map((each) => ({
    key: each.reason_id,
    label: labelOf(each.text ?? each.muti_language_text, each.reason_id),
    needsLines: false,
    needsDetail,
  }));
}

/** Whether the seller decides on this line, and not Lazada's warehouse. */
export function isSellers(raw: ReverseOrder): boolean {
  return raw.is_rtm || raw.request_type === 'ONLY_REFUND';
}

function returnOf(raw: ReverseOrder, currency: string): ChannelReturn {
  const states = raw.reverse_order_lines.map(reverseStateOf);
  const state = leastSettled.find((each) => states.includes(each)) ?? 'unknown';
  const [first] = raw.reverse_order_lines;
  const times = (field: 'return_order_line_gmt_create' | 'return_order_line_gmt_modified'): number[] =>
    raw.reverse_order_lines.map((line) => line[field].getTime());
  const refund = raw.reverse_order_lines.reduce<number | null>(
    (sum, line) => (sum === null || line.refund_amount === null ? null : sum + line.refund_amount),
    0,
  );
  const canAnswer = state === 'pending' && isSellers(raw);
  return {
    returnId: raw.reverse_order_id,
    order: { number: raw.trade_order_id, channelId: raw.trade_order_id },
    rawState: [...new Set(raw.reverse_order_lines.map((line) => line.reverse_status))].sort().join(', '),
    state,
    canAccept: canAnswer,
    canDispute: canAnswer,
    reason: first?.reason_text ?? null,
    textReason: null,
    disputeReason: null,
    disputeTextReason: null,
    pictures: [],
    trackingNumber: raw.reverse_order_lines.find((line) => line.tracking_number)?.tracking_number ?? null,
    refundAmount: refund === null ? null : ofCents(refund, currency),
    currency,
    createdAt: new Date(Math.min(...times('return_order_line_gmt_create'))),
    updatedAt: new Date(Math.max(...times('return_order_line_gmt_modified'))),
    // The document names a field `sla` and does not say what it holds.
    dueAt: null,
    lines: linesOf(raw, currency),
  };
}

/** Hundredths of the major unit, unlike the amounts of orders (lazada.md 6.2, "money trap"). */
function ofCents(cents: number, currency: string): number {
  return toMinor(cents / 100, currency);
}

/** Lazada keeps one line for each unit: one here for each SKU. */
function linesOf(raw: ReverseOrder, currency: string): ChannelReturn['lines'] {
  const bySku = new Map<string, ReverseLine[]>();
  for (const line of raw.reverse_order_lines) {
    const key = line.platform_sku_id ?? line.seller_sku_id ?? line.reverse_order_line_id;
    bySku.set(key, [...(bySku.get(key) ?? []), line]);
  }
  return [...bySku.values()].flatMap((same) => {
    const [line] = same;
    if (line === undefined) return [];
    return [
      {
        lineId: line.platform_sku_id,
        itemId: line.product?.product_id ?? itemIdIn(line.platform_sku_id),
        variantId: line.platform_sku_id,
        sku: line.seller_sku_id ?? line.product?.product_sku ?? null,
        name: line.product?.product_sku ?? line.seller_sku_id ?? '',
        units: same.length,
        price: line.item_unit_price === null ? null : ofCents(line.item_unit_price, currency),
      },
    ];
  });
}

const labelOf = (text: string | null, id: string): Message =>
  text === null ? message('asked.numbered_reason', { id }) : fromChannel(text);
