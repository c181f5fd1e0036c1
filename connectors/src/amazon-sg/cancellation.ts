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
import { rejected } from '../kit/errors.ts';
import { checking, done, catchRejection } from '../kit/rejections.ts';
import type { Access } from '../kit/access.ts';
import { feedsSince, lookAtFeed, readFeedResult, sendFeed } from './feeds.ts';
import { acknowledgementXml, errorInReport } from './order-feed-xml.ts';
import { chosenItems } from './order-lines.ts';
import { orderNow } from './orders.ts';
import type { Feed, Order } from './wire.ts';

/** Nothing cancels at once: an acknowledgement feed says which lines cannot be sent, and why (amazon-sg.md 6). */
const feedType = 'POST_ORDER_ACKNOWLEDGEMENT_DATA';
const contentType = 'text/xml; charset=UTF-8';

const lookAgain = 60;
/** Undocumented: an order is given so long to show what a finished feed did to it. */
const showsWithinMs = 900_000;
/** Of the feeds whose order is not known: the latest that may still be worked on, and that have just been. */
const longestQueueMs = 86_400_000;
const justEndedMs = 300_000;

/** amazon-sg.md 6: the reasons that Amazon documents. */
const reasons: readonly Reason[] = [
  ['NoInventory', 'Out of stock'],
  ['BuyerCanceled', 'The buyer cancelled'],
  ['ShippingAddressUndeliverable', 'The address cannot be delivered to'],
  ['CustomerExchange', 'The buyer exchanges it'],
  ['PricingError', 'The price was wrong'],
  ['GeneralAdjustment', 'Another reason'],
].map(([key = '', label = '']) => ({ key, label, needsLines: false, needsDetail: false }));

export const cancellation: Cancellation = {
  choosesLines: true,
  reasons: () => Promise.resolve(reasons),
  cancel: {
    perform: (access, { order, lines, reason }) =>
      catchRejection([], () => callOff(access, order, lines, reason)),
    check: (access, { order, lines }, reference) => checking(() => look(access, order, lines, reference)),
  },
};

/** A request is in the order; it is met by the same feed, and there is no way to refuse it but to ship (amazon-sg.md 6). */
export const buyerCancellation: BuyerCancellation = {
  canRefuse: false,
  refusalReasons: () => Promise.resolve([]),
  answer: {
    perform: (access, { order, accepts }) =>
      catchRejection([], () => {
        if (!accepts) {
          throw rejected(
            'cannot_refuse',
            'Amazon takes no refusal of a buyer’s request. Ship the order to go on with it.',
          );
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
  if (isCalledOff(order, lines)) return done;
  demandCancellable(order);
  const chosen = chosenItems(order, lines);
  if (chosen.some(({ item, units }) => units < item.quantityOrdered)) {
    throw rejected(
      'whole_lines',
      'Amazon cancels whole lines only, and none of which units are shipped. Choose all units of a line.',
    );
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
    throw rejected(
      'fulfilled_by_amazon',
      'Amazon ships this order from its own warehouse. Cancel it in Seller Central.',
    );
  }
  if (fulfillmentStatus === 'SHIPPED') {
    throw rejected(
      fulfillmentStatus,
      'This order is shipped, so it can no longer be cancelled. The buyer may return it.',
    );
  }
}

/** All of it, or all of the lines asked for. */
function isCalledOff(order: Order, lines: readonly LineUnits[] | null): boolean {
  if (order.fulfillment.fulfillmentStatus === 'CANCELLED') return true;
  const concerned = order.orderItems.filter(
    ({ orderItemId }) => lines === null || lines.some(({ lineId }) => lineId === orderItemId),
  );
  return (
    concerned.length > 0 && concerned.every(({ cancellation }) => cancellation?.cancellationExecution != null)
  );
}

async function look(
  access: Access,
  { channelId }: OrderRef,
  lines: readonly LineUnits[] | null,
  reference: Reference | null,
): Promise<Effect> {
  const order = await orderNow(access, channelId);
  if (isCalledOff(order, lines)) return { effect: 'done' };
  const feedId = reference?.['feedId'];
  return feedId === undefined ? lookAtFeeds(access) : effectOf(access, await lookAtFeed(access, feedId));
}

/**
 * A feed whose answer was lost is one of the latest of its type, and which of them does not show: while one of them is worked
 * on, or has just been, nobody knows. After that it may be sent again: an order is not cancelled twice.
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

/** What a feed that did not show on the order yet will come to (amazon-sg.md 3.5; model: Feed). */
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
      reason: `Amazon refused the cancellation: ${error.reason}`,
    };
  }
  const ended = feed.processingEndTime ?? feed.createdTime;
  const mayShow = access.http.now().getTime() < ended.getTime() + showsWithinMs;
  if (mayShow) return { effect: 'not_yet_known', afterSeconds: lookAgain };
  return processingStatus === 'FATAL'
    ? {
        effect: 'refused',
        code: processingStatus,
        reason:
          'Amazon could not work on the cancellation. Cancel the order in Seller Central, or try again.',
      }
    : { effect: 'not_done' };
}
