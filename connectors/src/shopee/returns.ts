import { message } from '@evenstock/contract/messages/message';
import { toMinor } from '@evenstock/contract/values/money';
import type { ChannelReturn, Returns, ReturnState } from '../kit/capabilities.ts';
import type { Access } from '../kit/access.ts';
import type { Window } from '../kit/paging.ts';
import { ChannelError, unexpected } from '../kit/errors.ts';
import { picturesIn } from '../kit/picture-addresses.ts';
import { nameFrom, readEach } from '../kit/read-records.ts';
import { callShop, responseOf } from './client.ts';
import { returnList, returnRecord } from './wire-actions.ts';
import type { ReturnRecord } from './wire-actions.ts';
import { channel } from './channel.ts';

/** Every ReturnStatus there is (shopee.md 6.2). */
export const returnStates: Readonly<Record<string, ReturnState>> = {
  REQUESTED: 'pending',
  // Between the seller's and Shopee's own decision; while it is due from the seller it is pending, else on its way.
  PROCESSING: 'to_return',
  ACCEPTED: 'accepted',
  CANCELLED: 'cancelled',
  JUDGING: 'disputed',
  SELLER_DISPUTE: 'disputed',
  CLOSED: 'refused',
};

/** Statuses in which Shopee takes a dispute (shopee.md 6.2). */
const disputable = new Set(['REQUESTED', 'PROCESSING', 'ACCEPTED']);

const pageSize = 40;
const longestWindow = 15 * 86_400;

/** Returns by update time, in windows of at most 15 days (shopee.md 6.2: get_return_list, get_return_detail). */
export const returns: Returns = {
  async page(access, cursor, updated) {
    const path = '/api/v2/returns/get_return_list';
    const from = typeof cursor?.['from'] === 'number' ? cursor['from'] : secondsAt(updated, 'from');
    const page = typeof cursor?.['page'] === 'number' ? cursor['page'] : 0;
    const end = secondsAt(updated, 'to');
    const to = Math.min(end, from + longestWindow);
    const answer = await callShop(access, {
      method: 'GET',
      path,
      query: { page_no: page, page_size: pageSize, update_time_from: from, update_time_to: to },
    });
    const list = responseOf(returnList, answer, path);
    const parsed = readEach(
      list.return,
      'return',
      (record) => nameFrom(record, 'return_sn'),
      (record) => returnOf(returnRecord.parse(record), access.http.now()),
    );
    const first = nameFrom(list.return[0], 'return_sn');
    // A full page that does not say whether more follows is no end; nor is an empty one that announces more.
    const isMore = list.more ?? list.return.length >= pageSize;
    if (isMore && (list.return.length === 0 || first === cursor?.['first'])) {
      throw unexpected(message('answers.page_repeats', { channel }));
    }
    const nextWindow = to < end ? { from: to, page: 0 } : null;
    return {
      returns: parsed.read,
      unreadable: parsed.unreadable,
      next: isMore ? { from, page: page + 1, first } : nextWindow,
      waitSeconds: 0,
    };
  },

  async read(access, returnId) {
    const record = await readReturn(access, returnId);
    return record === null ? null : returnOf(record, access.http.now());
  },
};

function secondsAt(window: Window, end: 'from' | 'to'): number {
  const at = window[end].getTime() / 1000;
  return end === 'from' ? Math.floor(at) : Math.ceil(at);
}

/** get_return_detail; null where Shopee has no such return (shopee.md 2.2). */
async function readReturn(access: Access, returnId: string): Promise<ReturnRecord | null> {
  const path = '/api/v2/returns/get_return_detail';
  try {
    const answer = await callShop(access, { method: 'GET', path, query: { return_sn: returnId } });
    return responseOf(returnRecord, answer, path);
  } catch (error) {
    const isGone =
      error instanceof ChannelError &&
      error.fault.kind === 'rejected' &&
      /not_?(found|exist)|doesn't exist|not exist/i.test(`${error.fault.code} ${error.message}`);
    if (isGone) return null;
    throw error;
  }
}

function returnOf(raw: ReturnRecord, now: Date): ChannelReturn {
  const state = stateOf(raw, now);
  const { currency } = raw;
  const minor = (amount: number | null): number | null =>
    amount === null || currency === null ? null : toMinor(amount, currency);
  return {
    returnId: raw.return_sn,
    order: { number: raw.order_sn, channelId: raw.order_sn },
    rawState: raw.status ?? '',
    state,
    // Shopee's warehouse decides on returns that it examines.
    canAccept: state === 'pending' && raw.validation_type !== 'warehouse_validation',
    canDispute: disputable.has(raw.status ?? ''),
    reason: raw.reason,
    textReason: raw.text_reason,
    disputeReason: joined(raw.dispute_reason),
    disputeTextReason: joined(raw.dispute_text_reason),
    pictures: picturesIn(raw.image),
    trackingNumber: raw.tracking_number,
    refundAmount: minor(raw.refund_amount),
    currency,
    createdAt: raw.create_time,
    updatedAt: raw.update_time ?? raw.create_time,
    dueAt: raw.due_date,
    lines: raw.item.map((line) => ({
      lineId: null,
      itemId: line.item_id,
      variantId: line.model_id ?? '0',
      sku: line.variation_sku ?? line.item_sku,
      name: line.name ?? '',
      units: line.amount,
      price: minor(line.item_price),
    })),
  };
}

function stateOf(raw: ReturnRecord, now: Date): ReturnState {
  const stillDue = raw.due_date !== null && raw.due_date > now;
  if (raw.status === 'PROCESSING' && stillDue) return 'pending';
  return returnStates[raw.status ?? ''] ?? 'unknown';
}

const joined = (texts: readonly string[]): string | null => (texts.length === 0 ? null : texts.join(', '));
