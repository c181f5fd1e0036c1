import { z } from 'zod';
import { job } from '../../platform/jobs.ts';

/** Once a day: notifications that nobody needs any more are removed. */
export const forgetOldNotificationsJob = job({
  name: 'journal.forget_old_notifications',
  payload: z.object({}).loose(),
  maxAttempts: 3,
  cron: '17 4 * * *',
});
