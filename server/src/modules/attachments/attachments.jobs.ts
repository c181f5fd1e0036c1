import { z } from 'zod';
import { job } from '../../platform/jobs/jobs.ts';

/** Purges, once a day, files that nothing uses. */
export const purgeAttachmentsJob = job({
  name: 'attachments.purge_attachments',
  payload: z.object({}).loose(),
  maxAttempts: 3,
  cron: '47 3 * * *',
});
