import { bind, type BoundJob } from '../../job-binding.ts';
import { enqueueOn, type Subscription } from '../../subscriptions.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { beginPull } from '../pulls/pulls.ts';
import {
  askAboutMissingJob,
  askAboutDoubtfulJob,
  countAllSalesJob,
  countSalesJob,
  detachMarketplaceJob,
  mailMassForceZeroJob,
  mailMergeJob,
  pullDiscountsJob,
  repeatBoostsJob,
  sweepAgainJob,
} from './variants/catalog.jobs.ts';
import { countChangedSales, countSales } from './sales/count-sales.ts';
import { askAboutMissing, askAboutDoubtful } from './intake/ask-about-missing.ts';
import { detachMarketplace } from './intake/detach-marketplace.ts';
import { pullDiscounts } from './intake/pull-discounts.ts';
import { repeatBoosts } from './boosts/repeat-boosts.ts';
import { mailMerge } from './merges/run-automerge.ts';
import { mailMassForceZero } from './zeroing/mail-mass-force-zero.ts';

export const catalogJobs: readonly BoundJob[] = [
  bind(askAboutMissingJob, askAboutMissing),
  bind(askAboutDoubtfulJob, askAboutDoubtful),
  bind(sweepAgainJob, (ctx, scope) =>
    inTransaction(ctx.db, async (tx) => {
      await beginPull(tx, ctx, { ...scope, kind: 'listings', scope: 'reconcile' });
    }),
  ),
  bind(countAllSalesJob, countSales),
  bind(countSalesJob, countChangedSales),
  bind(detachMarketplaceJob, detachMarketplace),
  bind(pullDiscountsJob, pullDiscounts),
  bind(repeatBoostsJob, repeatBoosts),
  bind(mailMergeJob, (ctx, { operationId }) => mailMerge(ctx, operationId)),
  bind(mailMassForceZeroJob, (ctx, { operationId }) => mailMassForceZero(ctx, operationId)),
];

export const catalogSubscriptions: readonly Subscription[] = [
  enqueueOn('listings.in_doubt', askAboutDoubtfulJob, ({ storeId, marketplaceId, listingIds }) => ({
    storeId,
    marketplaceId,
    listingIds: [...listingIds],
  })),
  enqueueOn('marketplace.deleted', detachMarketplaceJob, ({ storeId, marketplaceId }) => ({
    storeId,
    marketplaceId,
  })),
];
