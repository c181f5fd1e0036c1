import { bind, type BoundJob } from '../../job-binding.ts';
import { enqueueOn, type Subscription } from '../../subscriptions.ts';
import { pullListingsJob } from '../pulls/pulls.jobs.ts';
import {
  countSalesJob,
  detachMarketplaceJob,
  mailEarlierMergeJob,
  mailMergeJob,
  pullDiscountsJob,
  repeatBoostsJob,
  runEarlierMergeJob,
} from './catalog.jobs.ts';
import { countSales } from './count-sales.ts';
import { mailEarlierMerge, resumeEarlierMerge } from './follow-earlier-merge.ts';
import { detachMarketplace } from './detach-marketplace.ts';
import { pullDiscounts } from './pull-discounts.ts';
import { pullListings } from './pull-listings.ts';
import { repeatBoosts } from './repeat-boosts.ts';
import { mailMerge } from './run-automerge.ts';

export const catalogJobs: readonly BoundJob[] = [
  bind(pullListingsJob, (ctx, { pullId }) => pullListings(ctx, pullId)),
  bind(countSalesJob, countSales),
  bind(detachMarketplaceJob, detachMarketplace),
  bind(pullDiscountsJob, pullDiscounts),
  bind(repeatBoostsJob, repeatBoosts),
  bind(mailMergeJob, (ctx, { operationId }) => mailMerge(ctx, operationId)),
  bind(runEarlierMergeJob, (ctx, { runId }) => resumeEarlierMerge(ctx, runId)),
  bind(mailEarlierMergeJob, (ctx, { runId }) => mailEarlierMerge(ctx, runId)),
];

export const catalogSubscriptions: readonly Subscription[] = [
  enqueueOn('marketplace.deleted', detachMarketplaceJob, ({ storeId, marketplaceId }) => ({
    storeId,
    marketplaceId,
  })),
];
