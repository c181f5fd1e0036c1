import { z } from 'zod';
import { job } from '../../platform/jobs.ts';

const nothing = z.object({}).loose();
const oneMarketplace = z.object({ marketplaceId: z.number().int() });

/** Tells the channel where its notices go, for channels where that is done shop by shop. */
export const subscribeNoticesJob = job({
  name: 'marketplaces.subscribe_notices',
  payload: oneMarketplace,
  maxAttempts: 20,
});

/** Renews an access token before it runs out. */
export const refreshAccessJob = job({
  name: 'marketplaces.refresh_access',
  payload: oneMarketplace,
  maxAttempts: 5,
});

/** Forgets notices and authorisations that ended long ago. */
export const forgetOldNoticesJob = job({
  name: 'marketplaces.forget_old_notices',
  payload: nothing,
  maxAttempts: 3,
  cron: '41 3 * * *',
});

/** A marketplace was left: its credentials go. */
export const dropCredentialsJob = job({
  name: 'connections.drop_credentials',
  payload: oneMarketplace,
  maxAttempts: 25,
});
