import { bind, type BoundJob } from '../../job-binding.ts';
import { enqueueOn, type Subscription } from '../../subscriptions.ts';
import { stopStoreJob } from './marketplaces.jobs.ts';
import { stopStore } from './stop-store.ts';

export const marketplacesJobs: readonly BoundJob[] = [
  bind(stopStoreJob, (ctx, { storeId }) => stopStore(ctx, storeId)),
];

export const marketplacesSubscriptions: readonly Subscription[] = [
  enqueueOn('store.deleted', stopStoreJob, ({ storeId }) => ({ storeId })),
];
