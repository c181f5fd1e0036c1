import { bind, type BoundJob } from '../../job-binding.ts';
import { enqueueOn, type Subscription } from '../../subscriptions.ts';
import { checkDays, startDayChecks } from './days/check-days.ts';
import { linkWaitingOrders } from './links/link-lines.ts';
import { matchLines } from './imports/match-lines.ts';
import {
  checkDaysJob,
  eraseAskedJob,
  linkWaitingJob,
  matchLinesJob,
  purgeAskedBuyersJob,
  purgeDueBuyersJob,
  purgeReadingsJob,
  readOrderJob,
  startDayChecksJob,
  writeLackingTextsJob,
  notifyOfDataRequestJob,
} from './order/orders.jobs.ts';
import { eraseAsked, purgeAskedBuyers, purgeDueBuyers } from './buyers/purge-buyers.ts';
import { writeLackingTexts } from './imports/write-lacking-texts.ts';
import { readOrder } from './imports/read-order.ts';
import { purgeReadings } from './order/record-readings.ts';
import { notifyOfDataRequest } from './buyers/notify-of-data-request.ts';

export const ordersJobs: readonly BoundJob[] = [
  bind(readOrderJob, (ctx, { number, ...scope }) => readOrder(ctx, scope, number, 'normal')),
  bind(matchLinesJob, matchLines),
  bind(linkWaitingJob, (ctx, { marketplaceId }) => linkWaitingOrders(ctx, marketplaceId)),
  bind(startDayChecksJob, startDayChecks),
  bind(checkDaysJob, (ctx, { marketplaceId }) => checkDays(ctx, marketplaceId)),
  bind(writeLackingTextsJob, writeLackingTexts),
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
];
