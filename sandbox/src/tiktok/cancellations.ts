import { z } from 'zod';
import type { Order } from '../core/records.ts';
import { cancellationChangedAt, cancellationRow, cancellationWord } from './after-sales-views.ts';
import { once } from './idempotency.ts';
import { orderIdOfRequest, unitId } from './ids.ts';
import { orderOf } from './orders.ts';
import { isUnitCancelled } from './order-views.ts';
import { listed } from '../core/left-out.ts';
import { pageOf } from './paging.ts';
import { bodyAs, idText, isWithin, needed, oneOf, pageSize, time, unixSeconds } from './parameters.ts';
import { notesOfOrder, type Cancellation, type OrderNotes } from './records.ts';
import { badRequest, Failure } from './reply.ts';
import type { Endpoint, ShopCall } from './shop-call.ts';
import { orderWord, rejectReasons, sellerCancelReasons } from './words.ts';

const cancelBody = z.object({ order_id: idText, cancel_reason: z.string().min(1) });
const rejectBody = z.object({
  reject_reason: z.string().min(1),
  comment: z.string().max(500).optional(),
  images: z.array(z.unknown()).max(9).optional(),
});
const searchBody = z.object({
  cancel_ids: z.array(z.string()).optional(),
  order_ids: z.array(z.string()).optional(),
  cancel_types: z.array(z.enum(['CANCEL', 'BUYER_CANCEL'])).optional(),
  cancel_status: z.array(z.string()).optional(),
  ...time,
  locale: z.string().optional(),
});
type Search = z.output<typeof searchBody>;

const root = '/return_refund/:version';

/** Cancellations, by the seller and asked for by the buyer (tiktok.md 6). */
export const cancellationEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: `${root}/cancellations`,
    versions: ['202309'],
    nature: 'write',
    answer: (call) => once(call, () => cancelBySeller(call)),
  },
  {
    method: 'POST',
    path: `${root}/cancellations/search`,
    versions: ['202309'],
    nature: 'read',
    answer: search,
  },
  {
    method: 'POST',
    path: `${root}/cancellations/:cancel_id/approve`,
    versions: ['202309'],
    nature: 'write',
    answer: (call) =>
      once(call, () => {
        const { order, asked } = askedFor(call, call.params['cancel_id'] ?? '');
        call.shop.happen(order, 'cancel', { by: 'buyer', reason: asked.reason });
        return {};
      }),
  },
  {
    method: 'POST',
    path: `${root}/cancellations/:cancel_id/reject`,
    versions: ['202309'],
    nature: 'write',
    answer: (call) =>
      once(call, () => {
        const { reject_reason: reason } = bodyAs(rejectBody, call.body);
        if (!rejectReasons.cancellation.some(({ name }) => name === reason))
          throw badRequest('Invalid parameter reject_reason.');
        const { order } = askedFor(call, call.params['cancel_id'] ?? '');
        call.shop.happen(order, 'reject_cancellation', { by: 'seller', reason });
        return {};
      }),
  },
  {
    method: 'GET',
    path: `${root}/reject_reasons`,
    versions: ['202309'],
    nature: 'read',
    answer: ({ query }) => {
      const id = needed(query, 'return_or_cancel_id');
      return { reasons: rejectReasons[id.startsWith('4035') ? 'cancellation' : 'return'] };
    },
  },
  {
    method: 'GET',
    path: `${root}/orders/:order_id/aftersale_eligibility`,
    versions: ['202309', '202512'],
    nature: 'read',
    answer: eligibility,
  },
];

/** Before shipping begins, for a reason that fits whether it was paid. "Out of stock" leaves the SKUs at zero. */
function cancelBySeller(call: ShopCall): object {
  const { core, shop, records } = call;
  const { order_id: orderId, cancel_reason: reason } = bodyAs(cancelBody, call.body);
  const order = orderOf(call, orderId);
  const notes = notesOfOrder(records, order);
  const problem = whyNotCancelled(order, notes);
  if (problem !== null) throw new Failure(25001001, problem);
  const reasons = sellerCancelReasons[order.paidAt === null ? 'unpaid' : 'paid'];
  if (!reasons.includes(reason)) throw badRequest('Invalid parameter cancel_reason.');
  shop.happen(order, 'cancel', { by: 'seller', reason });
  if (reason.endsWith('out_of_stock')) {
    for (const { variantId } of order.lines) {
      const offer = shop.offer(variantId);
      if (offer !== undefined) shop.setStock(offer, { sellable: 0, reserved: 0 }, 'order');
    }
  }
  const made = notes.cancellations.findLast(({ status }) => status === 'accepted');
  if (made === undefined) throw new Error(`Order ${order.id} was cancelled without a cancellation.`);
  return { cancel_id: made.id, cancel_status: cancellationWord(made, core.clock.now()) };
}

function whyNotCancelled(order: Order, notes: OrderNotes): string | null {
  const word = orderWord(order, notes);
  const isEarly = order.stage === 'unpaid' || order.stage === 'ready' || order.stage === 'packed';
  if (!isEarly || word === 'PARTIALLY_SHIPPING')
    return `The order status ${word} does not allow a cancellation.`;
  return notes.isDilayani ? 'The order is with Tokopedia’s warehouse.' : null;
}

/** A buyer's request that waits for its answer. */
function askedFor(call: ShopCall, cancelId: string): { order: Order; asked: Cancellation } {
  const order = orderOf(call, orderIdOfRequest(cancelId));
  const asked = notesOfOrder(call.records, order).cancellations.find(({ id }) => id === cancelId);
  if (asked === undefined) throw badRequest('Invalid parameter cancel_id: there is no such request.');
  if (asked.status !== 'pending')
    throw new Failure(25001001, 'The cancellation is not waiting for the seller’s answer.');
  return { order, asked };
}

function search(call: ShopCall): object {
  const { core, shop, records, query } = call;
  const size = pageSize(query, { most: 50, usual: 10 });
  const field = oneOf(query, 'sort_field', ['create_time', 'update_time']);
  const direction = oneOf(query, 'sort_order', ['ASC', 'DESC']);
  const asked = bodyAs(searchBody, call.body);
  const now = core.clock.now();
  const rows = [...shop.orders.values()].flatMap((order) => {
    if (shop.isHidden(order)) return [];
    const notes = notesOfOrder(records, order);
    return notes.cancellations
      .filter((one) => isMeant(order, one, asked, now))
      .map((one) => ({
        row: cancellationRow(shop, order, notes, one, now),
        at: field === 'create_time' ? one.createdAt : cancellationChangedAt(one, now),
        id: one.id,
      }));
  });
  const { page, next, total } = pageOf(
    listed(rows, call.leftOut('returns')),
    size,
    query.get('page_token'),
    direction,
    call.pageFault('returns'),
  );
  return { total_count: total, next_page_token: next, cancellations: page };
}

function isMeant(order: Order, one: Cancellation, asked: Search, now: number): boolean {
  return (
    (asked.cancel_ids === undefined || asked.cancel_ids.includes(one.id)) &&
    (asked.order_ids === undefined || asked.order_ids.includes(order.id)) &&
    (asked.cancel_types === undefined ||
      asked.cancel_types.includes(one.isAsked ? 'BUYER_CANCEL' : 'CANCEL')) &&
    (asked.cancel_status === undefined || asked.cancel_status.includes(cancellationWord(one, now))) &&
    isWithin(unixSeconds(one.createdAt), asked.create_time_ge, asked.create_time_lt) &&
    isWithin(unixSeconds(cancellationChangedAt(one, now)), asked.update_time_ge, asked.update_time_lt)
  );
}

/** Whether the seller may cancel now, SKU by SKU. */
function eligibility(call: ShopCall): object {
  oneOf(call.query, 'initiate_aftersale_user', ['SELLER', 'BUYER']);
  const order = orderOf(call, call.params['order_id'] ?? '');
  const problem = whyNotCancelled(order, notesOfOrder(call.records, order));
  return {
    sku_eligibility: order.lines.map((line) => ({
      sku_id: line.variantId,
      line_item_eligibility: [
        {
          request_type: 'CANCEL',
          eligible: problem === null,
          ...(problem === null ? {} : { ineligible_code: 25001001, ineligible_reason: problem }),
          order_line_items_ids: Array.from({ length: line.quantity }, (_, index) => index)
            .filter((index) => !isUnitCancelled(line, index))
            .map((index) => unitId(line.id, index)),
        },
      ],
    })),
  };
}
