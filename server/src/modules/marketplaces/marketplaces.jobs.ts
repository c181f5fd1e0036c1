import { z } from 'zod';
import { job } from '../../platform/jobs/jobs.ts';

/** Deactivates the marketplaces of a deleted store. */
export const stopStoreJob = job({
  name: 'marketplaces.stop_store',
  payload: z.object({ storeId: z.number().int() }),
  maxAttempts: 25,
});
