import { message, type Message } from '@evenstock/contract/messages/message';
import type {
  ActionResult,
  BuyerCancellation,
  Cancellation,
  CancellationAnswer,
  CancellationAsked,
  Effect,
  Reason,
} from '../kit/capabilities.ts';
import type { Access } from '../kit/access.ts';
import { rejected } from '../kit/errors.ts';
import { checking, done, catchRejection } from '../kit/rejections.ts';
import type { KnownRejection } from '../kit/rejections.ts';
import { callShop, wireId } from './client.ts';
import { readOrderNow } from './parcels.ts';
import type { OrderNow } from './parcels.ts';
import { channel } from './channel.ts';

/** The seller cancels a whole order (shopee.md 6.1: cancel_order). */
export const cancellation: Cancellation = {
  refund: null,
  choosesLines: false,

  async reasons(access, order) {
    const now = await readOrderNow(access, order.number);
    return reasons.filter(({ where }) => where(now)).map(({ reason }) => reason);
  },

  cancel: {
    perform: (access, asked) => catchRejection(knownRejections, () => cancel(access, asked)),
    check: (access, asked) => checking(() => cancelled(access, asked)),
  },
};

/** The seller answers a buyer who asks to cancel (shopee.md 6.1: handle_buyer_cancellation). */
export const buyerCancellation: BuyerCancellation = {
  canRefuse: true,
  refusalReasons: () => Promise.resolve([]),
  answer: {
    perform: (access, asked) => catchRejection(knownRejections, () => answer(access, asked)),
    check: (access, asked) => checking(() => answered(access, asked)),
  },
};

const plain = (key: string, label: Message): Reason => ({
  key,
  label,
  needsLines: false,
  needsDetail: false,
});

/** Every cancel_reason of a seller, and the orders that it may be given for (shopee.md 6.1). */
const reasons: readonly { readonly reason: Reason; readonly where: (order: OrderNow) => boolean }[] = [
  {
    reason: { ...plain('OUT_OF_STOCK', message('asked.out_of_stock')), needsLines: true },
    where: () => true,
  },
  { reason: plain('CUSTOMER_REQUEST', message('asked.buyer_asked')), where: () => true },
  {
    reason: plain('UNDELIVERABLE_AREA', message('asked.undeliverable')),
    where: ({ region }) => region === 'TW' || region === 'MY',
  },
  { reason: plain('COD_NOT_SUPPORTED', message('asked.no_cash_on_delivery')), where: ({ isCod }) => isCod },
];

async function cancel(access: Access, asked: CancellationAsked): Promise<ActionResult> {
  const order = await readOrderNow(access, asked.order.number);
  if (order.status === 'CANCELLED') return done;
  const body = { order_sn: order.number, cancel_reason: asked.reason, ...missingItems(asked) };
  await callShop(access, { method: 'POST', path: '/api/v2/order/cancel_order', body });
  return done;
}

/** `item_list` names the missing items; OUT_OF_STOCK requires it (shopee.md 6.1). */
function missingItems({ reason, lines }: CancellationAsked): { item_list?: unknown[] } {
  if (reason !== 'OUT_OF_STOCK') return {};
  if (lines === null || lines.length === 0) {
    throw rejected('lines_needed', message('refusals.lines_needed'));
  }
  const items = new Map(
    lines.map(({ lineId }) => {
      const [itemId = '', modelId = ''] = lineId.split(':');
      return [`${itemId}:${modelId}`, { item_id: wireId(itemId), model_id: wireId(modelId) }];
    }),
  );
  return { item_list: [...items.values()] };
}

/** Statuses in which the seller can no longer cancel (shopee.md 4.2, 6.1). */
const gone = new Set(['SHIPPED', 'TO_CONFIRM_RECEIVE', 'TO_RETURN', 'COMPLETED']);

async function cancelled(access: Access, asked: CancellationAsked): Promise<Effect> {
  const { status } = await readOrderNow(access, asked.order.number);
  if (status === 'CANCELLED') return { effect: 'done' };
  if (gone.has(status)) return { effect: 'refused', code: 'error_limit', reason: tooLateWords };
  return { effect: 'not_done' };
}

async function answer(access: Access, asked: CancellationAnswer): Promise<ActionResult> {
  const order = await readOrderNow(access, asked.order.number);
  // No request is open where an earlier try took effect and its reply was lost.
  if (isAnswered(order, asked.accepts)) return done;
  if (!order.cancellationRequested) throw rejected('cancel_order_invalid_status', nothingAskedWords);
  const body = { order_sn: order.number, operation: asked.accepts ? 'ACCEPT' : 'REJECT' };
  await callShop(access, { method: 'POST', path: '/api/v2/order/handle_buyer_cancellation', body });
  return done;
}

async function answered(access: Access, asked: CancellationAnswer): Promise<Effect> {
  const order = await readOrderNow(access, asked.order.number);
  if (isAnswered(order, asked.accepts)) return { effect: 'done' };
  if (order.cancellationRequested) return { effect: 'not_done' };
  return { effect: 'refused', code: 'cancel_order_invalid_status', reason: nothingAskedWords };
}

/** Whether no request is open and the order has the state that this answer leads to. */
function isAnswered(order: OrderNow, accepts: boolean): boolean {
  if (order.cancellationRequested) return false;
  const isOff = order.status === 'CANCELLED';
  return accepts ? isOff || order.someCancelled : !isOff;
}

const tooLateWords = message('refusals.too_late_to_cancel', { channel });
const nothingAskedWords = message('refusals.no_cancellation_asked');

const knownRejections: readonly KnownRejection[] = [
  { when: /error_limit|can ?not cancel this order/i, reason: tooLateWords, mayPass: false },
  { when: /cancel_order_invalid_status/, reason: nothingAskedWords, mayPass: false },
];
