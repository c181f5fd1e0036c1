import { bind, type BoundJob } from '../../job-binding.ts';
import { enqueueOn, type Subscription } from '../../subscriptions.ts';
import { deleteFilesOfBuyers, purgeFiles } from './keep-file.ts';
import { deleteFilesOfBuyersJob, purgeFilesJob } from './printing.jobs.ts';

export const printingJobs: readonly BoundJob[] = [
  bind(purgeFilesJob, purgeFiles),
  bind(deleteFilesOfBuyersJob, deleteFilesOfBuyers),
];

export const printingSubscriptions: readonly Subscription[] = [
  enqueueOn('order.buyers_deleted', deleteFilesOfBuyersJob, ({ storeId, orderIds }) => ({
    storeId,
    orderIds: [...orderIds],
  })),
];
