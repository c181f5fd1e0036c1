import { bind, type BoundJob } from '../../job-binding.ts';
import { enqueueOn, type Subscription } from '../../subscriptions.ts';
import { applyLastUnits, applySafety } from './changes/apply-safety.ts';
import { bookDifferences } from './replay/book-differences.ts';
import { followRefusals } from './pushes/follow-refusals.ts';
import { mailRefusals } from './pushes/mail-refusals.ts';
import { holdUntilRead, restartEpochs } from './reads/hold-listings.ts';
import { movePlaces } from './reads/move-places.ts';
import { pollPastHolds } from './reads/poll-past-holds.ts';
import { purgePushes } from './pushes/purge-pushes.ts';
import { pushDue } from './pushes/push-due.ts';
import { pushStock } from './pushes/push-stock.ts';
import {
  applyLastUnitsJob,
  applySafetyJob,
  restartEpochsJob,
  bookDifferencesJob,
  followRefusalsJob,
  purgeEpochsJob,
  purgePushesJob,
  holdListingsJob,
  movePlacesJob,
  movePlacesKey,
  mailRefusalsJob,
  pollPastHoldsJob,
  pushDueJob,
  pushStockJob,
  refusalsKey,
  verifyReadsJob,
  zeroKey,
  zeroListingsJob,
} from './ledger/stock.jobs.ts';
import { purgeEpochs } from './sweep-stock.ts';
import { verifyReads } from './reads/verify-reads.ts';
import { zeroListings } from './changes/zero-listings.ts';

export const stockJobs: readonly BoundJob[] = [
  bind(pushDueJob, (ctx, { storeId }) => pushDue(ctx, storeId)),
  bind(pushStockJob, pushStock),
  bind(verifyReadsJob, verifyReads),
  bind(holdListingsJob, holdUntilRead),
  bind(restartEpochsJob, restartEpochs),
  bind(applySafetyJob, applySafety),
  bind(applyLastUnitsJob, applyLastUnits),
  bind(pollPastHoldsJob, (ctx, { marketplaceId }) => pollPastHolds(ctx, marketplaceId)),
  bind(movePlacesJob, (ctx, { marketplaceId }) => movePlaces(ctx, marketplaceId)),
  bind(zeroListingsJob, zeroListings),
  bind(followRefusalsJob, (ctx, { marketplaceId }) => followRefusals(ctx, marketplaceId)),
  bind(mailRefusalsJob, mailRefusals),
  bind(purgeEpochsJob, purgeEpochs),
  bind(purgePushesJob, purgePushes),
  bind(bookDifferencesJob, (ctx, { marketplaceId, pollBeganAt }) =>
    bookDifferences(ctx, marketplaceId, new Date(pollBeganAt)),
  ),
];

export const stockSubscriptions: readonly Subscription[] = [
  enqueueOn('marketplace.authorised', holdListingsJob, ({ storeId, marketplaceId }) => ({
    storeId,
    marketplaceId,
  })),
  enqueueOn('marketplace.deactivated', holdListingsJob, ({ storeId, marketplaceId }) => ({
    storeId,
    marketplaceId,
  })),
  enqueueOn(
    'marketplace.places_chosen',
    movePlacesJob,
    ({ marketplaceId }) => ({ marketplaceId }),
    ({ marketplaceId }) => ({ key: movePlacesKey(marketplaceId) }),
  ),
  enqueueOn(
    'marketplace.zeroing_asked',
    zeroListingsJob,
    ({ marketplaceId }) => ({ marketplaceId }),
    ({ marketplaceId }) => ({ key: zeroKey(marketplaceId) }),
  ),
  enqueueOn(
    'listings.pulled',
    followRefusalsJob,
    ({ marketplaceId }) => ({ marketplaceId }),
    ({ marketplaceId }) => ({ key: refusalsKey(marketplaceId) }),
  ),
  enqueueOn('orders.polled', bookDifferencesJob, ({ marketplaceId, beganAt }) => ({
    marketplaceId,
    pollBeganAt: beganAt,
  })),
  enqueueOn('store.safety_switched', applySafetyJob, ({ storeId }) => ({ storeId, marketplaceId: null })),
  enqueueOn('marketplace.safety_changed', applySafetyJob, ({ storeId, marketplaceId }) => ({
    storeId,
    marketplaceId,
  })),
  enqueueOn('marketplace.deactivated', applyLastUnitsJob, ({ storeId, marketplaceId }) => ({
    storeId,
    marketplaceId,
  })),
  enqueueOn('marketplace.authorised', applyLastUnitsJob, ({ storeId, marketplaceId }) => ({
    storeId,
    marketplaceId,
  })),
  enqueueOn('store.sync_switched', restartEpochsJob, ({ storeId }) => ({ storeId, marketplaceId: null })),
  enqueueOn('marketplace.sync_switched', restartEpochsJob, ({ storeId, marketplaceId }) => ({
    storeId,
    marketplaceId,
  })),
];
