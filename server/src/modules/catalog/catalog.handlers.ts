import { bind, type BoundJob } from '../../job-binding.ts';
import { enqueueOn, type Subscription } from '../../subscriptions.ts';
import { pullListingsJob } from '../pulls/pulls.jobs.ts';
import {
  countAllSalesJob,
  countSalesJob,
  detachMarketplaceJob,
  mailEarlierMergeJob,
  mailMassForceZeroJob,
  mailMergeJob,
  pullDiscountsJob,
  repeatBoostsJob,
  runEarlierMergeJob,
} from './catalog.jobs.ts';
import { countChangedSales, countSales } from './count-sales.ts';
import { mailEarlierMerge, resumeEarlierMerge } from './follow-earlier-merge.ts';
import { detachMarketplace } from './detach-marketplace.ts';
import { pullDiscounts } from './pull-discounts.ts';
import { pullListings } from './pull-listings.ts';
import { repeatBoosts } from './repeat-boosts.ts';
import { mailMerge } from './run-automerge.ts';
import { mailMassForceZero } from './mail-mass-force-zero.ts';

export const catalogJobs: readonly BoundJob[] = [
  bind(pullListingsJob, (ctx, { pullId }) => pullListings(ctx, pullId)),
  bind(countAllSalesJob, countSales),
  bind(countSalesJob, countChangedSales),
  bind(detachMarketplaceJob, detachMarketplace),
  bind(pullDiscountsJob, pullDiscounts),
  bind(repeatBoostsJob, repeatBoosts),
  bind(mailMergeJob, (ctx, { operationId }) => mailMerge(ctx, operationId)),
  bind(mailMassForceZeroJob, (ctx, { operationId }) => mailMassForceZero(ctx, operationId)),
  bind(runEarlierMergeJob, (ctx, { runId }) => resumeEarlierMerge(ctx, runId)),
  bind(mailEarlierMergeJob, (ctx, { runId }) => mailEarlierMerge(ctx, runId)),
];

export const catalogSubscriptions: readonly Subscription[] = [
  enqueueOn('marketplace.deleted', detachMarketplaceJob, ({ storeId, marketplaceId }) => ({
    storeId,
    marketplaceId,
  })),
];
