import { z } from 'zod';
import { job } from '../../platform/jobs.ts';

/** Purges old notifications once a day. */
export const purgeNotificationsJob = job({
  name: 'journal.purge_notifications',
  payload: z.object({}).loose(),
  maxAttempts: 3,
  cron: '17 4 * * *',
});
