import { z } from 'zod';
import { job } from '../../platform/jobs.ts';

/** A store was deleted: its marketplaces stop. */
export const stopStoreJob = job({
  name: 'marketplaces.stop_store',
  payload: z.object({ storeId: z.number().int() }),
  maxAttempts: 25,
});
