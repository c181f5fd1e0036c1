import type { Order, OrderEventName } from '../core/records.ts';
import type { Shop, ShopEvent } from '../core/shop.ts';
import type { Core, NoticeRules } from '../core/simulator.ts';
import { makeNotes, noteEvent, refundDelay } from './order-notes.ts';
import { unixSeconds } from './parameters.ts';
import {
  notesOfProduct,
  type Cancellation,
  type OrderNotes,
  type Records,
  type ReturnRequest,
} from './records.ts';
import type { Notify } from './shop-call.ts';
import { siteOf } from './region.ts';
import { orderWord, platformWord } from './words.ts';

/** Taken by HTTP 200 within three seconds; else tried four times more (tiktok.md 7). */
export const noticeRules: NoticeRules = {
  accepted: (status) => status === 200,
  timeoutSeconds: 3,
  retries: [120, 1_800, 10_800, 43_200],
};

/** Events after which the order's status may be another. */
const statusEvents: readonly OrderEventName[] = [
  'place', 'pay', 'pack', 'unpack', 'ship', 'deliver', 'collect', 'complete', 'return',
]; // oxfmt-ignore

/** The dependencies of the functions that update the notes after events and send webhooks. */
export interface NoticeContext {
  readonly core: Core;
  readonly records: Records;
  readonly notify: Notify;
}

/** Something happened in a shop. */
export function handleShopEvent(context: NoticeContext, shop: Shop, shopEvent: ShopEvent): void {
  switch (shopEvent.kind) {
    case 'order': {
      const { order, event } = shopEvent;
      const notes =
        event.name === 'place' ? newOrder(context, shop, order) : context.records.orders.get(order.id);
      if (notes === undefined) return;
      const moved = noteEvent(shop, order, notes, event);
      context.records.orders.put(order.id, notes);
      const isStatusEvent =
        statusEvents.includes(event.name) || (event.name === 'cancel' && order.stage === 'cancelled');
      if (isStatusEvent) notifyOrder(context, shop, order, notes);
      if (moved.cancellation !== undefined) notifyCancellation(context, shop, order, moved.cancellation);
      if (moved.returned !== undefined) notifyReturn(context, shop, order, moved.returned);
      if (event.name === 'return' && moved.returned !== undefined)
        context.core.schedule(shop, event.at + refundDelay, 'refund', moved.returned.id);
      return;
    }
    case 'item':
      notifyItem(context, shop, shopEvent);
      return;
    case 'price':
      context.notify(shop, 'PRODUCT_INFORMATION_CHANGE', {
        product_id: shopEvent.item.id,
        update_time: unixSeconds(shopEvent.item.updatedAt),
      });
      return;
    case 'revoked':
      context.notify(shop, 'SELLER_DEAUTHORIZATION', {
        message: 'The seller has taken back the authorization.',
        deauthorization_time: context.core.clock.seconds(),
      });
      return;
    default:
      // There is no webhook for stock.
      return;
  }
}

/** Writes the notes of an order of the past, as if all its webhooks had been sent. */
export function takePastOrder(context: NoticeContext, shop: Shop, order: Order): void {
  const notes = newOrder(context, shop, order);
  for (const event of order.events) noteEvent(shop, order, notes, event);
  for (const one of notes.returns)
    if (one.status === 'RETURN_OR_REFUND_REQUEST_SUCCESS') one.status = 'RETURN_OR_REFUND_REQUEST_COMPLETE';
  context.records.orders.put(order.id, notes);
}

function newOrder(context: NoticeContext, shop: Shop, order: Order): OrderNotes {
  const notes = makeNotes(context.records, shop, order);
  const fee = siteOf(shop).shippingFee;
  if (order.shippingFee > 0 && order.shippingFee !== fee) {
    order.shippingFee = fee;
    shop.orders.put(order.number, order);
  }
  return notes;
}

/** The status as notices spell it: a cancelled order is `CANCEL` (tiktok.md 7). */
export function notifyOrder({ notify }: NoticeContext, shop: Shop, order: Order, notes: OrderNotes): void {
  const word = orderWord(order, notes);
  const data = {
    order_id: order.id,
    order_status: word === 'CANCELLED' ? 'CANCEL' : word,
    is_on_hold_order: false,
    update_time: unixSeconds(order.updatedAt),
  };
  notify(shop, 'ORDER_STATUS_CHANGE', data, order.visibleAt);
}

function notifyCancellation({ notify }: NoticeContext, shop: Shop, order: Order, one: Cancellation): void {
  const send = (status: string, at: number): void => {
    const data = {
      order_id: order.id,
      cancel_id: one.id,
      cancellations_role: one.role,
      cancel_status: `CANCELLATION_REQUEST_${status}`,
      create_time: unixSeconds(one.createdAt),
    };
    notify(shop, 'CANCELLATION_STATUS_CHANGE', data, at);
  };
  // The closed state is spelt otherwise here than in the API (tiktok.md 7).
  if (one.status === 'pending') send('PENDING', order.visibleAt);
  else if (one.status === 'closed') send('CANCELLED', order.visibleAt);
  else {
    send('SUCCESS', order.visibleAt);
    if (one.refundedAt !== null) send('COMPLETE', one.refundedAt);
  }
}

export function notifyReturn({ notify }: NoticeContext, shop: Shop, order: Order, one: ReturnRequest): void {
  notify(shop, 'RETURN_STATUS_CHANGE', {
    order_id: order.id,
    return_id: one.id,
    return_role: 'BUYER',
    return_type: one.type,
    return_status: one.status,
    create_time: unixSeconds(one.createdAt),
    update_time: unixSeconds(one.updatedAt),
  });
}

function notifyItem(
  context: NoticeContext,
  shop: Shop,
  { item, change }: Extract<ShopEvent, { kind: 'item' }>,
): void {
  const notes = notesOfProduct(context.records, shop, item.id);
  // Put on sale again by hand, it is on sale wherever it is listed.
  if (item.status === 'normal' && notes.listedOn.every((one) => notes.offOn.includes(one))) notes.offOn = [];
  const word = platformWord(item, notes, notes.listedOn[0] ?? 'TIKTOK_SHOP') ?? 'ACTIVATE';
  const isChanged = word !== notes.notifiedStatus;
  notes.notifiedStatus = word;
  context.records.products.put(item.id, notes);
  const about = { product_id: item.id, update_time: unixSeconds(item.updatedAt) };
  if (change === 'made')
    context.notify(shop, 'PRODUCT_CREATION', { ...about, create_time: unixSeconds(item.createdAt) });
  else if (isChanged)
    context.notify(shop, 'PRODUCT_STATUS_CHANGE', { ...about, status: word, suspended_reason: '' });
  else context.notify(shop, 'PRODUCT_INFORMATION_CHANGE', about);
}
