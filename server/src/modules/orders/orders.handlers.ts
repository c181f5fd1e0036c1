import { bind, type BoundJob } from '../../job-binding.ts';
import { enqueueOn, type Subscription } from '../../subscriptions.ts';
import { pullOrdersJob } from '../pulls/pulls.jobs.ts';
import { checkDays, startDayChecks } from './check-days.ts';
import { followNotices } from './follow-notices.ts';
import { matchLines } from './match-lines.ts';
import {
  checkDaysJob,
  eraseAskedJob,
  followNoticesJob,
  matchLinesJob,
  noticesQueue,
  purgeAskedBuyersJob,
  purgeDueBuyersJob,
  purgeReadingsJob,
  readOrderJob,
  startDayChecksJob,
  notifyOfDataRequestJob,
  writeEarlierWordsJob,
} from './orders.jobs.ts';
import { pullOrders } from './pull-orders.ts';
import { eraseAsked, purgeAskedBuyers, purgeDueBuyers } from './purge-buyers.ts';
import { readOrder } from './read-order.ts';
import { purgeReadings } from './record-readings.ts';
import { notifyOfDataRequest } from './notify-of-data-request.ts';
import { writeEarlierWords } from './write-earlier-words.ts';

export const ordersJobs: readonly BoundJob[] = [
  bind(pullOrdersJob, (ctx, { pullId }) => pullOrders(ctx, pullId)),
  bind(followNoticesJob, (ctx, { marketplaceId }) => followNotices(ctx, marketplaceId)),
  bind(readOrderJob, (ctx, { number, ...scope }) => readOrder(ctx, scope, number, 'normal')),
  bind(matchLinesJob, matchLines),
  bind(startDayChecksJob, startDayChecks),
  bind(checkDaysJob, (ctx, { marketplaceId }) => checkDays(ctx, marketplaceId)),
  bind(writeEarlierWordsJob, writeEarlierWords),
  bind(purgeReadingsJob, purgeReadings),
  bind(purgeDueBuyersJob, purgeDueBuyers),
  bind(purgeAskedBuyersJob, purgeAskedBuyers),
  bind(eraseAskedJob, eraseAsked),
  bind(notifyOfDataRequestJob, notifyOfDataRequest),
];

export const ordersSubscriptions: readonly Subscription[] = [
  enqueueOn('buyers.deletion_asked', purgeAskedBuyersJob, ({ marketplaceId, orders, buyerId }) => ({
    marketplaceId,
    orders: orders === null ? null : [...orders],
    buyerId,
  })),
  enqueueOn('buyers.data_asked', notifyOfDataRequestJob, ({ storeId, marketplaceId, orders }) => ({
    storeId,
    marketplaceId,
    orders: [...orders],
  })),
  enqueueOn('order.buyers_deleted', eraseAskedJob, ({ storeId, orderIds }) => ({
    storeId,
    orderIds: [...orderIds],
  })),
  enqueueOn('listings.pulled', matchLinesJob, ({ marketplaceId }) => ({ marketplaceId })),
  enqueueOn('orders.polled', matchLinesJob, ({ marketplaceId }) => ({ marketplaceId })),
  enqueueOn(
    'notice.received',
    followNoticesJob,
    ({ marketplaceId }) => ({ marketplaceId }),
    ({ marketplaceId }) => ({
      key: noticesQueue(marketplaceId),
      queue: noticesQueue(marketplaceId),
    }),
  ),
];
