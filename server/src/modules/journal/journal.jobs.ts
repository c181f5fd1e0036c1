import { z } from 'zod';
import { job } from '../../platform/jobs.ts';

/** Purges old notifications once a day. */
export const purgeNotificationsJob = job({
  name: 'journal.purge_notifications',
  payload: z.object({}).loose(),
  maxAttempts: 3,
  cron: '17 4 * * *',
});

/** Seals the activities that wait, each minute and half a minute later. */
export const sealActivitiesJob = job({
  name: 'journal.seal_activities',
  payload: z.object({ isRepeated: z.boolean().default(false) }).loose(),
  maxAttempts: 3,
  cron: '* * * * *',
});
