import { z } from 'zod';
import type { Order } from '../core/records.ts';
import type { Shop } from '../core/shop.ts';
import { nextAction, returnRow } from './after-sales-views.ts';
import { once } from './idempotency.ts';
import { orderIdOfRequest } from './ids.ts';
import { notifyReturn, type NoticeContext } from './notices.ts';
import { orderOf } from './orders.ts';
import { listed } from '../core/left-out.ts';
import { pageOf } from './paging.ts';
import { bodyAs, isWithin, oneOf, pageSize, time, unixSeconds } from './parameters.ts';
import { notesOfOrder, type OrderNotes, type ReturnRequest } from './records.ts';
import { amountOf } from './region.ts';
import { badRequest, Failure } from './reply.ts';
import type { Endpoint, ShopCall } from './shop-call.ts';
import { rejectReasons } from './words.ts';

/** How long buyers take to send goods back, and to think about an offer. */
const buyerDelay = 60_000;

const searchBody = z.object({
  return_ids: z.array(z.string()).optional(),
  order_ids: z.array(z.string()).optional(),
  return_types: z.array(z.string()).optional(),
  return_status: z.array(z.string()).optional(),
  ...time,
  arbitration_status: z.array(z.string()).optional(),
});
type Search = z.output<typeof searchBody>;

const approveBody = z.object({
  decision: z.enum([
    'APPROVE_REFUND', 'APPROVE_RETURN', 'APPROVE_RECEIVED_PACKAGE', 'APPROVE_REPLACEMENT', 'ISSUE_REPLACEMENT_REFUND', 'OFFER_PARTIAL_REFUND',
  ]),
  buyer_keep_item: z.boolean().default(false),
  partial_refund: z.object({ amount: z.string(), currency: z.string() }).optional(),
}); // oxfmt-ignore
type Approval = z.output<typeof approveBody>;
const rejectBody = z.object({
  decision: z.enum(['REJECT_REFUND', 'REJECT_RETURN', 'REJECT_RECEIVED_PACKAGE', 'REJECT_REPLACEMENT']),
  reject_reason: z.string().min(1),
  comment: z.string().max(500).optional(),
  images: z.array(z.unknown()).max(9).optional(),
});

/** What fits the answer that a return waits for (tiktok.md 6). */
const approvals: Readonly<Record<string, Approval['decision']>> = {
  SELLER_RESPOND_REFUND: 'APPROVE_REFUND',
  SELLER_RESPOND_RETURN: 'APPROVE_RETURN',
  SELLER_RESPOND_RECEIVE_PACKAGE: 'APPROVE_RECEIVED_PACKAGE',
};
const rejections: Readonly<Record<string, z.output<typeof rejectBody>['decision']>> = {
  SELLER_RESPOND_REFUND: 'REJECT_REFUND',
  SELLER_RESPOND_RETURN: 'REJECT_RETURN',
  SELLER_RESPOND_RECEIVE_PACKAGE: 'REJECT_RECEIVED_PACKAGE',
};

const root = '/return_refund/:version/returns';

/** Returns and refunds that buyers ask for (tiktok.md 6). */
export const returnEndpoints: readonly Endpoint[] = [
  { method: 'POST', path: `${root}/search`, versions: ['202309'], nature: 'read', answer: search },
  {
    method: 'POST',
    path: `${root}/:return_id/approve`,
    versions: ['202309'],
    nature: 'write',
    answer: (call) =>
      once(call, () => {
        approve(call, returnOf(call, call.params['return_id'] ?? ''), bodyAs(approveBody, call.body));
        return {};
      }),
  },
  {
    method: 'POST',
    path: `${root}/:return_id/reject`,
    versions: ['202309'],
    nature: 'write',
    answer: (call) =>
      once(call, () => {
        const asked = bodyAs(rejectBody, call.body);
        const { order, one } = returnOf(call, call.params['return_id'] ?? '');
        mustFit(one, rejections, asked.decision);
        if (!rejectReasons.return.some(({ name }) => name === asked.reject_reason))
          throw badRequest('Invalid parameter reject_reason.');
        call.shop.happen(order, 'reject_return', { by: 'seller', reason: asked.reject_reason });
        return {};
      }),
  },
  {
    method: 'GET',
    path: `${root}/:return_id/records`,
    versions: ['202309'],
    nature: 'read',
    answer: (call) => ({
      records: returnOf(call, call.params['return_id'] ?? '').one.steps.map((step) => ({
        event: 'ORDER_RETURN',
        role: step.role,
        description: step.description,
        reason_text: step.note,
        note: '',
        images: [],
        videos: [],
        create_time: unixSeconds(step.at),
      })),
    }),
  },
];

interface Found {
  readonly order: Order;
  readonly notes: OrderNotes;
  readonly one: ReturnRequest;
}

function returnOf(call: ShopCall, returnId: string): Found {
  const order = orderOf(call, orderIdOfRequest(returnId));
  const notes = notesOfOrder(call.records, order);
  const one = notes.returns.find(({ id }) => id === returnId);
  if (one === undefined) throw badRequest('Invalid parameter return_id: there is no such return.');
  return { order, notes, one };
}

function mustFit(one: ReturnRequest, fitting: Readonly<Record<string, string>>, decision: string): void {
  const next = nextAction(one);
  if (next === null)
    throw new Failure(25001001, `The return is ${one.status}: it does not wait for the seller.`);
  const isOffer = decision === 'OFFER_PARTIAL_REFUND' && next !== 'SELLER_RESPOND_RECEIVE_PACKAGE';
  if (fitting[next] !== decision && !isOffer)
    throw new Failure(25001001, `The decision ${decision} does not answer ${next}.`);
}

/** Money at once, goods first, or an offer: what comes next is the buyer's. */
function approve({ core, records, shop }: ShopCall, { order, notes, one }: Found, wish: Approval): void {
  mustFit(one, approvals, wish.decision);
  const now = core.clock.now();
  const move = (status: ReturnRequest['status'], what: string): void => {
    step(one, status, now, 'SELLER');
    records.orders.put(order.id, notes);
    core.schedule(shop, now + buyerDelay, what, one.id);
  };
  if (wish.decision === 'OFFER_PARTIAL_REFUND') {
    const { amount, currency } = wish.partial_refund ?? { amount: '', currency: '' };
    const offered = amountOf(shop, amount);
    if (offered === null || offered === 0 || currency !== shop.record.currency)
      throw badRequest('Invalid parameter partial_refund.');
    one.partialRefund = offered;
    move('AWAITING_BUYER_RESPONSE', 'buyer-accept');
  } else if (wish.decision === 'APPROVE_RETURN' && !wish.buyer_keep_item)
    move('AWAITING_BUYER_SHIP', 'buyer-ship');
  else shop.happen(order, 'return', { by: 'seller', units: one.units });
}

function step(one: ReturnRequest, status: ReturnRequest['status'], at: number, role: string): void {
  one.status = status;
  one.updatedAt = at;
  one.steps.push({ at, role, description: status, note: '' });
}

/** What buyers and the marketplace do about a return after a while (`core.later`). */
export function continueReturn(context: NoticeContext, shop: Shop, what: string, returnId: string): void {
  const order = shop.orderById(orderIdOfRequest(returnId));
  const notes = order === undefined ? undefined : context.records.orders.get(order.id);
  const one = notes?.returns.find(({ id }) => id === returnId);
  if (order === undefined || notes === undefined || one === undefined) return;
  const now = context.core.clock.now();
  if (what === 'buyer-accept' && one.status === 'AWAITING_BUYER_RESPONSE') {
    // The buyer keeps the goods and takes a part of the money.
    shop.happen(order, 'return', { by: 'buyer', units: {} });
    return;
  }
  if (what === 'buyer-ship' && one.status === 'AWAITING_BUYER_SHIP')
    step(one, 'BUYER_SHIPPED_ITEM', now, 'BUYER');
  else if (what === 'refund' && one.status === 'RETURN_OR_REFUND_REQUEST_SUCCESS')
    step(one, 'RETURN_OR_REFUND_REQUEST_COMPLETE', now, 'SYSTEM');
  else return;
  context.records.orders.put(order.id, notes);
  notifyReturn(context, shop, order, one);
}

function search(call: ShopCall): object {
  const { shop, records, query } = call;
  const size = pageSize(query, { least: 10, most: 50, usual: 10 });
  const field = oneOf(query, 'sort_field', ['create_time', 'update_time']);
  const direction = oneOf(query, 'sort_order', ['ASC', 'DESC']);
  const asked = bodyAs(searchBody, call.body);
  const rows = [...shop.orders.values()].flatMap((order) => {
    if (shop.isHidden(order)) return [];
    const notes = notesOfOrder(records, order);
    return notes.returns
      .filter((one) => isMeant(order, one, asked))
      .map((one) => ({
        row: returnRow(shop, order, notes, one),
        at: field === 'create_time' ? one.createdAt : one.updatedAt,
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
  return { total_count: total, next_page_token: next, return_orders: page };
}

/** No return here ever went to arbitration. */
function isMeant(order: Order, one: ReturnRequest, asked: Search): boolean {
  return (
    asked.arbitration_status === undefined &&
    (asked.return_ids === undefined || asked.return_ids.includes(one.id)) &&
    (asked.order_ids === undefined || asked.order_ids.includes(order.id)) &&
    (asked.return_types === undefined || asked.return_types.includes(one.type)) &&
    (asked.return_status === undefined || asked.return_status.includes(one.status)) &&
    isWithin(unixSeconds(one.createdAt), asked.create_time_ge, asked.create_time_lt) &&
    isWithin(unixSeconds(one.updatedAt), asked.update_time_ge, asked.update_time_lt)
  );
}
