import { z } from 'zod';
import { job } from '../../platform/jobs/jobs.ts';

/** Deletes old deliveries once a day. */
export const purgeDeliveriesJob = job({
  name: 'webhooks.purge_deliveries',
  payload: z.object({}).loose(),
  maxAttempts: 3,
  cron: '47 4 * * *',
});
