import { z } from 'zod';
import { job } from '../../platform/jobs.ts';

const nothing = z.object({}).loose();
const oneMarketplace = z.object({ marketplaceId: z.number().int() });

/** Every minute: what falls due at marketplaces by the clock. */
export const marketplaceScheduleJob = job({
  name: 'marketplaces.tick',
  payload: nothing,
  maxAttempts: 2,
  cron: '* * * * *',
});

/** Right after news that lets a pull begin. */
export const beginDuePullsJob = job({
  name: 'marketplaces.begin_due_pulls',
  payload: nothing,
  maxAttempts: 10,
});

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

/** A first pull ended: when both have, a mail goes out. */
export const noteFirstSyncJob = job({
  name: 'marketplaces.note_first_sync',
  payload: oneMarketplace,
  maxAttempts: 10,
});

/** Records were set aside, or could be read after all. */
export const followUnreadableJob = job({
  name: 'marketplaces.follow_unreadable',
  payload: oneMarketplace,
  maxAttempts: 10,
});

/** The mail that says so. */
export const mailFirstSyncJob = job({
  name: 'marketplaces.mail_first_sync',
  payload: oneMarketplace,
  maxAttempts: 10,
});

/** A store was deleted: its marketplaces stop. */
export const stopStoreJob = job({
  name: 'marketplaces.stop_store',
  payload: z.object({ storeId: z.number().int() }),
  maxAttempts: 25,
});

/** Forgets notices and authorisations that ended long ago. */
export const forgetOldNoticesJob = job({
  name: 'marketplaces.forget_old_notices',
  payload: nothing,
  maxAttempts: 3,
  cron: '41 3 * * *',
});
