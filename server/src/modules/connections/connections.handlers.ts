import { bind, type BoundJob } from '../../job-binding.ts';
import { enqueueOn, type Subscription } from '../../subscriptions.ts';
import {
  dropCredentialsJob,
  purgeNoticesJob,
  readPlacesJob,
  refreshAccessJob,
  subscribeNoticesJob,
} from './calls/connections.jobs.ts';
import { dropCredentials } from './calls/drop-credentials.ts';
import { purgeNotices } from './inbox/purge-notices.ts';
import { refreshAccess } from './calls/refresh-access.ts';
import { readPlaces } from './places/read-places.ts';
import { subscribeNotices } from './inbox/subscribe-notices.ts';

export const connectionsJobs: readonly BoundJob[] = [
  bind(subscribeNoticesJob, (ctx, { marketplaceId }) => subscribeNotices(ctx, marketplaceId)),
  bind(refreshAccessJob, (ctx, { marketplaceId }) => refreshAccess(ctx, marketplaceId)),
  bind(readPlacesJob, (ctx, { marketplaceId }) => readPlaces(ctx, marketplaceId)),
  bind(purgeNoticesJob, purgeNotices),
  bind(dropCredentialsJob, (ctx, { marketplaceId }) => dropCredentials(ctx, marketplaceId)),
];

export const connectionsSubscriptions: readonly Subscription[] = [
  enqueueOn('marketplace.authorised', subscribeNoticesJob, ({ marketplaceId }) => ({ marketplaceId })),
  enqueueOn('marketplace.deactivated', dropCredentialsJob, ({ marketplaceId }) => ({ marketplaceId })),
];
