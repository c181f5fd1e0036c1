import { z } from 'zod';
import { job } from '../../platform/jobs.ts';

/** Counts the merged listings of each store that begins a day: zones begin theirs at different hours. */
export const countMergedJob = job({
  name: 'count-merged-listings',
  payload: z.object({}),
  maxAttempts: 5,
  cron: '7 * * * *',
});
