import { z } from 'zod';
import { job } from '../../platform/jobs.ts';

/** Deletes, every hour, files with buyers' data that have expired. */
export const purgeFilesJob = job({
  name: 'printing.purge_files',
  payload: z.object({}),
  maxAttempts: 3,
  cron: '23 * * * *',
});
