import { message } from '@evenstock/contract/messages/message';
import { toMinor } from '@evenstock/contract/values/money';
import type { ChannelReturn, Returns, ReturnState } from '../kit/capabilities.ts';
import type { Access } from '../kit/access.ts';
import { onceEach } from '../kit/batches.ts';
import { unexpected } from '../kit/errors.ts';
import { withNext } from '../kit/incomplete-page.ts';
import { nameFrom, readEach } from '../kit/read-records.ts';
import { callShop, dataOf } from './client.ts';
import { nextPage } from './paging.ts';
import { returnOrder, returnPage } from './wire.ts';
import type { ReturnOrder } from './wire.ts';
import { channel } from './channel.ts';

/** tiktok.md 6: every return_status there is. */
export const returnStates: Readonly<Record<string, ReturnState>> = {
  RETURN_OR_REFUND_REQUEST_PENDING: 'pending',
  REFUND_OR_RETURN_REQUEST_REJECT: 'refused',
  AWAITING_BUYER_SHIP: 'to_return',
  // The seller has offered something else, which the buyer has not agreed to yet.
  AWAITING_BUYER_RESPONSE: 'disputed',
  BUYER_SHIPPED_ITEM: 'to_return',
  REJECT_RECEIVE_PACKAGE: 'disputed',
  RETURN_OR_REFUND_REQUEST_SUCCESS: 'accepted',
  RETURN_OR_REFUND_REQUEST_COMPLETE: 'accepted',
  RETURN_OR_REFUND_REQUEST_CANCEL: 'cancelled',
  REPLACEMENT_REQUEST_PENDING: 'pending',
  REPLACEMENT_REQUEST_REJECT: 'refused',
  REPLACEMENT_REQUEST_REFUND_SUCCESS: 'accepted',
  REPLACEMENT_REQUEST_CANCEL: 'cancelled',
  REPLACEMENT_REQUEST_COMPLETE: 'accepted',
};

/** What a status means. A vendor's page spells one RETURN_OR_REFUND__REQUEST_CANCELLED. */
export const returnStateOf = (status: string): ReturnState =>
  returnStates[status.replaceAll(/_+/g, '_').replace(/CANCELLED$/, 'CANCEL')] ?? 'unknown';

/** tiktok.md 6: what the seller is asked for, and the decisions that answer it. */
export const decisions: Readonly<Record<string, { readonly accept: string; readonly refuse: string }>> = {
  SELLER_RESPOND_REFUND: { accept: 'APPROVE_REFUND', refuse: 'REJECT_REFUND' },
  SELLER_RESPOND_RETURN: { accept: 'APPROVE_RETURN', refuse: 'REJECT_RETURN' },
  SELLER_RESPOND_RECEIVE_PACKAGE: {
    accept: 'APPROVE_RECEIVED_PACKAGE',
    refuse: 'REJECT_RECEIVED_PACKAGE',
  },
  SELLER_RESPOND_REPLACEMENT: { accept: 'APPROVE_REPLACEMENT', refuse: 'REJECT_REPLACEMENT' },
};

/** tiktok.md 6 allows 10 to 50. */
const pageSize = 50;
const path = '/return_refund/202309/returns/search';

/** Returns by update time (tiktok.md 6). */
export const returns: Returns = {
  async page(access, cursor, updated) {
    const token = typeof cursor?.['token'] === 'string' ? cursor['token'] : null;
    const list = await search(access, token, {
      update_time_ge: Math.floor(updated.from.getTime() / 1000),
      update_time_lt: Math.floor(updated.to.getTime() / 1000) + 1,
    });
    const parsed = readEach(
      list.return_orders ?? [],
      'return',
      (record) => nameFrom(record, 'return_id'),
      (record) => returnOf(returnOrder.parse(record)),
    );
    const records = { returns: parsed.read, unreadable: parsed.unreadable, waitSeconds: 0 };
    return withNext(records, () => nextPage(cursor, list.return_orders, list));
  },

  async read(access, returnId) {
    const raw = await readReturn(access, returnId);
    return raw === null ? null : returnOf(raw);
  },
};

/** One return as TikTok sends it; null where it knows none such. */
export async function readReturn(access: Access, returnId: string): Promise<ReturnOrder | null> {
  const { return_orders: records, total_count: total } = await search(access, null, {
    return_ids: [returnId],
  });
  const record = records?.find((each) => nameFrom(each, 'return_id') === returnId);
  if (record === undefined && (total ?? 0) > 0) throw unexpected(message('answers.incomplete', { channel }));
  if (record === undefined) return null;
  const parsed = returnOrder.safeParse(record);
  if (parsed.success) return parsed.data;
  throw unexpected(message('answers.return_undocumented', { channel }));
}

async function search(access: Access, token: string | null, body: unknown) {
  const query = { page_size: pageSize, ...(token === null ? {} : { page_token: token }) };
  const answer = await callShop(access, { method: 'POST', path, query, body, group: 'aftersales' });
  return dataOf(returnPage, answer, path);
}

/** What the seller is asked for now, and how it is answered; null where nothing is asked that we know of. */
export function askedOf(raw: ReturnOrder): { accept: string; refuse: string; deadline: Date | null } | null {
  for (const { action, deadline } of raw.seller_next_action_response) {
    const decision = decisions[action];
    if (decision !== undefined) return { ...decision, deadline };
  }
  return null;
}

function returnOf(raw: ReturnOrder): ChannelReturn {
  const currency = raw.refund_amount?.currency ?? null;
  const minor = (amount: number | null | undefined): number | null =>
    amount == null || currency === null ? null : toMinor(amount, currency);
  const asked = askedOf(raw);
  return {
    returnId: raw.return_id,
    order: { number: raw.order_id, channelId: raw.order_id },
    rawState: raw.return_status,
    state: returnStateOf(raw.return_status),
    canAccept: asked !== null,
    canDispute: asked !== null,
    reason: raw.return_reason_text ?? raw.return_reason,
    textReason: raw.return_reason_text,
    disputeReason: null,
    disputeTextReason: null,
    pictures: [],
    trackingNumber: raw.return_tracking_number,
    refundAmount: minor(raw.refund_amount?.refund_total),
    currency,
    createdAt: raw.create_time,
    updatedAt: raw.update_time ?? raw.create_time,
    dueAt: asked?.deadline ?? null,
    lines: linesOf(raw, minor),
  };
}

/** One record for each unit, as on the order: one line for each SKU. */
function linesOf(
  raw: ReturnOrder,
  minor: (amount: number | null | undefined) => number | null,
): ChannelReturn['lines'] {
  const units = new Map<string, ReturnOrder['return_line_items']>();
  const idOf = (unit: ReturnOrder['return_line_items'][number]) =>
    unit.return_line_item_id ?? unit.order_line_item_id;
  for (const unit of onceEach(raw.return_line_items, idOf)) {
    const key = unit.sku_id ?? unit.seller_sku ?? unit.order_line_item_id ?? unit.return_line_item_id ?? '';
    units.set(key, [...(units.get(key) ?? []), unit]);
  }
  return [...units.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    return {
      lineId: first.sku_id,
      itemId: null,
      variantId: first.sku_id,
      sku: first.seller_sku,
      name: first.product_name ?? first.sku_name ?? first.seller_sku ?? '',
      units: same.length,
      price: minor(first.refund_amount?.refund_total),
    };
  });
}
