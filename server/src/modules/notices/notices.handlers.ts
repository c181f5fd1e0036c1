import { bind, type BoundJob } from '../../job-binding.ts';
import { enqueueOn, type Subscription } from '../../subscriptions.ts';
import { followNotices } from './follow-notices.ts';
import { followNoticesJob, noticesQueue } from './notices.jobs.ts';

export const noticesJobs: readonly BoundJob[] = [
  bind(followNoticesJob, (ctx, { marketplaceId }) => followNotices(ctx, marketplaceId)),
];

export const noticesSubscriptions: readonly Subscription[] = [
  enqueueOn(
    'notice.received',
    followNoticesJob,
    ({ marketplaceId }) => ({ marketplaceId }),
    ({ marketplaceId }) => ({ key: noticesQueue(marketplaceId), queue: noticesQueue(marketplaceId) }),
  ),
  enqueueOn(
    'marketplace.places_known',
    followNoticesJob,
    ({ marketplaceId }) => ({ marketplaceId }),
    ({ marketplaceId }) => ({ key: noticesQueue(marketplaceId), queue: noticesQueue(marketplaceId) }),
  ),
];
