import { z } from 'zod';
import { job } from '../../platform/jobs/jobs.ts';

const nothing = z.object({}).loose();
const oneMarketplace = z.object({ marketplaceId: z.number().int() });

/** Pulls records of a kind page by page, from the cursor of the pull's row. */
export const runPullJob = job({
  name: 'pulls.run_pull',
  payload: z.object({ pullId: z.number().int(), kind: z.enum(['listings', 'orders', 'returns']) }),
  maxAttempts: 25,
  priority: 5,
});

/** Purges, once a day, pulls that ended long ago. */
export const purgePullsJob = job({
  name: 'pulls.purge_pulls',
  payload: z.object({}),
  maxAttempts: 3,
  cron: '17 3 * * *',
});

/** Runs the scheduler of marketplaces, once a minute. */
export const marketplaceScheduleJob = job({
  name: 'pulls.run_marketplace_schedule',
  payload: nothing,
  maxAttempts: 2,
  cron: '* * * * *',
});

/** Begins due pulls right after an event that makes one due. */
export const beginDuePullsJob = job({
  name: 'pulls.begin_due_pulls',
  payload: nothing,
  maxAttempts: 10,
});

/** Records the first sync of a marketplace once both of its pulls are done. */
export const noteFirstSyncJob = job({
  name: 'pulls.note_first_sync',
  payload: oneMarketplace,
  maxAttempts: 10,
});

/** Mails that the first sync is done. */
export const mailFirstSyncJob = job({
  name: 'pulls.mail_first_sync',
  payload: oneMarketplace,
  maxAttempts: 10,
});

/** Notifies of pulls that keep failing. */
export const followFailuresJob = job({
  name: 'pulls.follow_failures',
  payload: oneMarketplace,
  maxAttempts: 10,
});

/** Notifies of quarantined records, or resolves the notification. */
export const followUnreadableJob = job({
  name: 'pulls.follow_unreadable',
  payload: oneMarketplace,
  maxAttempts: 10,
});
