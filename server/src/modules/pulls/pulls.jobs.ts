import { z } from 'zod';
import { job } from '../../platform/jobs.ts';

/*
 * Pulls begin here, so that their jobs are defined here; the modules above handle them.
 */

const nothing = z.object({}).loose();
const oneMarketplace = z.object({ marketplaceId: z.number().int() });
const onePull = z.object({ pullId: z.number().int() });

/** Reads listings page by page, from where the pull's row says. */
export const pullListingsJob = job({ name: 'pull-listings', payload: onePull, maxAttempts: 25, priority: 5 });

/** Reads orders page by page, from where the pull's row says. */
export const pullOrdersJob = job({ name: 'pull-orders', payload: onePull, maxAttempts: 25, priority: 5 });

/** Forgets pulls that ended long ago. */
export const forgetOldPullsJob = job({
  name: 'forget-old-pulls',
  payload: z.object({}),
  maxAttempts: 3,
  cron: '17 3 * * *',
});

/** Every minute: what falls due at marketplaces by the clock. */
export const marketplaceScheduleJob = job({
  name: 'marketplaces.tick',
  payload: nothing,
  maxAttempts: 2,
  cron: '* * * * *',
});

/** Right after an event that lets a pull begin. */
export const beginDuePullsJob = job({
  name: 'marketplaces.begin_due_pulls',
  payload: nothing,
  maxAttempts: 10,
});

/** A first pull ended: when both have, a mail goes out. */
export const noteFirstSyncJob = job({
  name: 'marketplaces.note_first_sync',
  payload: oneMarketplace,
  maxAttempts: 10,
});

/** The mail that says so. */
export const mailFirstSyncJob = job({
  name: 'marketplaces.mail_first_sync',
  payload: oneMarketplace,
  maxAttempts: 10,
});

/** Records were quarantined, or could be read after all. */
export const followUnreadableJob = job({
  name: 'marketplaces.follow_unreadable',
  payload: oneMarketplace,
  maxAttempts: 10,
});
