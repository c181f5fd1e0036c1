import { z } from 'zod';
import { job } from '../../platform/jobs/jobs.ts';

/** Deletes the files that show buyers of orders whose data were deleted. */
export const deleteFilesOfBuyersJob = job({
  name: 'printing.delete_files_of_buyers',
  payload: z.object({ storeId: z.number().int(), orderIds: z.array(z.number().int()) }),
  maxAttempts: 25,
});

/** Deletes, every hour, files with buyers' data that have expired. */
export const purgeFilesJob = job({
  name: 'printing.purge_files',
  payload: z.object({}),
  maxAttempts: 3,
  cron: '23 * * * *',
});
