import { z } from 'zod';
import { job } from '../../../platform/jobs/jobs.ts';

const nothing = z.object({}).loose();
const oneMarketplace = z.object({ marketplaceId: z.number().int() });

/** Subscribes a shop's notices, for channels where each shop needs a subscription of its own. */
export const subscribeNoticesJob = job({
  name: 'connections.subscribe_notices',
  payload: oneMarketplace,
  maxAttempts: 20,
});

/** Refreshes an access token before it expires. */
export const refreshAccessJob = job({
  name: 'connections.refresh_access',
  payload: oneMarketplace,
  maxAttempts: 5,
});

/** Purges, once a day, notices that came and authorisations that ended long ago. */
export const purgeNoticesJob = job({
  name: 'connections.purge_notices',
  payload: nothing,
  maxAttempts: 3,
  cron: '41 3 * * *',
});

/** Deletes the credentials of a deactivated or deleted marketplace. */
export const dropCredentialsJob = job({
  name: 'connections.drop_credentials',
  payload: oneMarketplace,
  maxAttempts: 25,
});

/** Reads the places of a shop that did not list them at its consent. */
export const readPlacesJob = job({
  name: 'connections.read_places',
  payload: oneMarketplace,
  maxAttempts: 25,
});

export const readPlacesKey = (marketplaceId: number): string => `read_places:${String(marketplaceId)}`;
