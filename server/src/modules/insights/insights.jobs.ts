import { z } from 'zod';
import { job } from '../../platform/jobs/jobs.ts';

/** Counts, each minute, the orders of the quarters of an hour in which some changed. */
export const countOrderQuartersJob = job({
  name: 'insights.count_order_quarters',
  payload: z.object({}),
  maxAttempts: 3,
  priority: 10,
  cron: '* * * * *',
});
