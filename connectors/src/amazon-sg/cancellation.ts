import { message } from '@evenstock/contract/messages/message';
import type {
  ActionResult,
  BuyerCancellation,
  Cancellation,
  Effect,
  LineUnits,
  OrderRef,
  Reason,
  Reference,
} from '../kit/capabilities.ts';
import { asMessage, rejected } from '../kit/errors.ts';
import { checking, done, catchRejection, effectOfParts } from '../kit/rejections.ts';
import type { Access } from '../kit/access.ts';
import { feedsSince, lookAtFeed, readFeedResult, sendFeed } from './feeds.ts';
import { acknowledgementXml, errorInReport } from './order-feed-xml.ts';
import { chosenItems } from './order-lines.ts';
import { orderNow } from './orders.ts';
import type { Feed, Order } from './wire.ts';
import { channel } from './channel.ts';

/** An acknowledgement feed cancels lines in the background (amazon-sg.md 6). */
const feedType = 'POST_ORDER_ACKNOWLEDGEMENT_DATA';
const contentType = 'text/xml; charset=UTF-8';

const lookAgain = 60;
/** Undocumented: the longest time until an order shows the effect of a finished feed. */
const showsWithinMs = 900_000;
/** The ages of feeds of an unknown order that may still be in work, or have just ended. */
const longestQueueMs = 86_400_000;
const justEndedMs = 300_000;

/** amazon-sg.md 6: the reasons that Amazon documents. */
const reasons: readonly Reason[] = (
  [
    ['NoInventory', 'asked.out_of_stock'],
    ['BuyerCanceled', 'asked.buyer_asked'],
    ['ShippingAddressUndeliverable', 'asked.undeliverable'],
    ['CustomerExchange', 'asked.buyer_exchanges'],
    ['PricingError', 'asked.price_wrong'],
    ['GeneralAdjustment', 'asked.other_reason'],
  ] as const
).map(([key, label]) => ({ key, label: message(label), needsLines: false, needsDetail: false }));

export const cancellation: Cancellation = {
  refund: null,
  choosesLines: true,
  reasons: () => Promise.resolve(reasons),
  cancel: {
    perform: (access, { order, lines, reason }) =>
      catchRejection([], () => callOff(access, order, lines, reason)),
    check: (access, { order, lines }, reference) => checking(() => look(access, order, lines, reference)),
  },
};

/** The order has the request. The same feed accepts it; only shipping refuses it (amazon-sg.md 6). */
export const buyerCancellation: BuyerCancellation = {
  canRefuse: false,
  refusalReasons: () => Promise.resolve([]),
  answer: {
    perform: (access, { order, accepts }) =>
      catchRejection([], () => {
        if (!accepts) {
          throw rejected('cannot_refuse', message('refusals.ship_to_refuse', { channel }));
        }
        return callOff(access, order, null, 'BuyerCanceled');
      }),
    check: (access, { order }, reference) => checking(() => look(access, order, null, reference)),
  },
};

async function callOff(
  access: Access,
  { channelId }: OrderRef,
  lines: readonly LineUnits[] | null,
  reason: string,
): Promise<ActionResult> {
  const order = await orderNow(access, channelId);
  if (calledOff(order, lines).effect === 'done') return done;
  demandCancellable(order);
  const chosen = chosenItems(order, lines);
  if (chosen.some(({ item, units }) => units < item.quantityOrdered)) {
    throw rejected('whole_lines', message('refusals.whole_lines_only', { channel }));
  }
  const content = acknowledgementXml({
    sellerId: access.credentials.shopId,
    orderId: order.orderId,
    reason,
    itemIds: chosen.map(({ item }) => item.orderItemId),
  });
  const feedId = await sendFeed(access, feedType, contentType, content);
  return { outcome: 'pending', reference: { feedId }, afterSeconds: lookAgain };
}

/** Only before shipping (amazon-sg.md 6). */
function demandCancellable({ fulfillment }: Order): void {
  const { fulfilledBy, fulfillmentStatus } = fulfillment;
  if (fulfilledBy === 'AMAZON') {
    throw rejected('fulfilled_by_amazon', message('refusals.warehouse_cancels', { channel }));
  }
  if (fulfillmentStatus === 'SHIPPED') {
    throw rejected(fulfillmentStatus, message('refusals.too_late_to_cancel', { channel }));
  }
}

/** Whether all of it is cancelled, or all of the lines asked for; or only some of them. */
function calledOff(order: Order, lines: readonly LineUnits[] | null): Effect {
  if (order.fulfillment.fulfillmentStatus === 'CANCELLED') return { effect: 'done' };
  const concerned = order.orderItems.filter(
    ({ orderItemId }) => lines === null || lines.some(({ lineId }) => lineId === orderItemId),
  );
  return effectOfParts(
    channel,
    concerned.map(({ cancellation }) => cancellation?.cancellationExecution != null),
  );
}

async function look(
  access: Access,
  { channelId }: OrderRef,
  lines: readonly LineUnits[] | null,
  reference: Reference | null,
): Promise<Effect> {
  const order = await orderNow(access, channelId);
  const shown = calledOff(order, lines);
  if (shown.effect === 'done') return shown;
  const feedId = reference?.['feedId'];
  const told = await (feedId === undefined
    ? lookAtFeeds(access)
    : effectOf(access, await lookAtFeed(access, feedId)));
  return told.effect === 'not_done' ? shown : told;
}

/**
 * Looks for a feed whose answer was lost; it looks like any other of its type. The outcome is unknown while one is processed or has
 * just ended. Afterwards the feed may be sent again: Amazon does not cancel an order twice.
 */
async function lookAtFeeds(access: Access): Promise<Effect> {
  const now = access.http.now().getTime();
  const latest = await feedsSince(access, feedType, new Date(now - longestQueueMs));
  const isOpen = latest.some(({ processingStatus, processingEndTime, createdTime }) => {
    if (processingStatus === 'CANCELLED') return false;
    const isWorkedOn = processingStatus === 'IN_QUEUE' || processingStatus === 'IN_PROGRESS';
    return isWorkedOn || now < (processingEndTime ?? createdTime).getTime() + justEndedMs;
  });
  return isOpen ? { effect: 'not_yet_known', afterSeconds: lookAgain } : { effect: 'not_done' };
}

/** The effect of a feed that the order does not show yet (amazon-sg.md 3.5; model: Feed). */
async function effectOf(access: Access, feed: Feed): Promise<Effect> {
  switch (feed.processingStatus) {
    case 'CANCELLED':
      return { effect: 'not_done' };
    case 'DONE':
    case 'FATAL':
      return resultOf(access, feed);
    default:
      return { effect: 'not_yet_known', afterSeconds: lookAgain };
  }
}

async function resultOf(access: Access, feed: Feed): Promise<Effect> {
  const { resultFeedDocumentId, processingStatus } = feed;
  const error =
    resultFeedDocumentId === null ? null : errorInReport(await readFeedResult(access, resultFeedDocumentId));
  if (error !== null) {
    return {
      effect: 'refused',
      code: error.code,
      reason: asMessage(message('refusals.cancellation', { channel, reason: error.reason })),
    };
  }
  const ended = feed.processingEndTime ?? feed.createdTime;
  const mayShow = access.http.now().getTime() < ended.getTime() + showsWithinMs;
  if (mayShow) return { effect: 'not_yet_known', afterSeconds: lookAgain };
  return processingStatus === 'FATAL'
    ? {
        effect: 'refused',
        code: processingStatus,
        reason: message('refusals.cancellation_failed', { channel }),
      }
    : { effect: 'not_done' };
}
