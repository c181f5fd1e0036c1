import { bind, type BoundJob } from '../../job-binding.ts';
import { enqueueOn, type Subscription } from '../../subscriptions.ts';
import { pullListingsJob } from '../pulls/pulls.jobs.ts';
import {
  countSalesJob,
  loseMarketplaceJob,
  mailAutomergeJob,
  pullDiscountsJob,
  runAutomergeJob,
} from './catalog.jobs.ts';
import { countSales } from './count-sales.ts';
import { loseMarketplace } from './lose-marketplace.ts';
import { pullDiscounts } from './pull-discounts.ts';
import { pullListings } from './pull-listings.ts';
import { mailAutomerge, runAutomerge } from './run-automerge.ts';

export const catalogJobs: readonly BoundJob[] = [
  bind(pullListingsJob, (ctx, { pullId }) => pullListings(ctx, pullId)),
  bind(countSalesJob, countSales),
  bind(loseMarketplaceJob, loseMarketplace),
  bind(pullDiscountsJob, pullDiscounts),
  bind(runAutomergeJob, (ctx, { runId }) => runAutomerge(ctx, runId)),
  bind(mailAutomergeJob, (ctx, { runId }) => mailAutomerge(ctx, runId)),
];

export const catalogSubscriptions: readonly Subscription[] = [
  enqueueOn('marketplace.deleted', loseMarketplaceJob, ({ storeId, marketplaceId }) => ({
    storeId,
    marketplaceId,
  })),
];
