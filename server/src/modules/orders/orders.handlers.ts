import { bind, type BoundJob } from '../../job-binding.ts';
import { enqueueOn, type Subscription } from '../../subscriptions.ts';
import { pullOrdersJob } from '../pulls/pulls.jobs.ts';
import { followNotices } from './follow-notices.ts';
import { matchLines } from './match-lines.ts';
import { followNoticesJob, matchLinesJob, noticesQueue, readOrderJob } from './orders.jobs.ts';
import { pullOrders } from './pull-orders.ts';
import { readOrder } from './read-order.ts';

export const ordersJobs: readonly BoundJob[] = [
  bind(pullOrdersJob, (ctx, { pullId }) => pullOrders(ctx, pullId)),
  bind(followNoticesJob, (ctx, { marketplaceId }) => followNotices(ctx, marketplaceId)),
  bind(readOrderJob, (ctx, { number, ...scope }) => readOrder(ctx, scope, number, 'normal')),
  bind(matchLinesJob, matchLines),
];

export const ordersSubscriptions: readonly Subscription[] = [
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
