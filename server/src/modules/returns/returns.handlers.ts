import { bind, type BoundJob } from '../../job-binding.ts';
import { enqueueOn, type Subscription } from '../../subscriptions.ts';
import { eraseDisputes } from './record-return.ts';
import { pollReturnsSince } from './poll-returns-since.ts';
import { readReturns, readReturnsOfOrder } from './read-returns.ts';
import { eraseDisputesJob, pollReturnsJob, readReturnsJob, readReturnsOfOrderJob } from './returns.jobs.ts';

export const returnsJobs: readonly BoundJob[] = [
  bind(pollReturnsJob, (ctx, { marketplaceId, since }) =>
    pollReturnsSince(ctx, marketplaceId, new Date(since)),
  ),
  bind(eraseDisputesJob, (ctx, { orderIds }) => eraseDisputes(ctx, orderIds)),
  bind(readReturnsJob, (ctx, { returnIds, ...scope }) => readReturns(ctx, scope, returnIds)),
  bind(readReturnsOfOrderJob, (ctx, { orderId, ...scope }) => readReturnsOfOrder(ctx, scope, orderId)),
];

export const returnsSubscriptions: readonly Subscription[] = [
  enqueueOn(
    'order.returning',
    readReturnsOfOrderJob,
    ({ storeId, marketplaceId, orderId }) => ({ storeId, marketplaceId, orderId }),
    ({ orderId }) => ({ key: `returns-of:${String(orderId)}` }),
  ),
  enqueueOn('order.buyers_deleted', eraseDisputesJob, ({ orderIds }) => ({ orderIds: [...orderIds] })),
];
