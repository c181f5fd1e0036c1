import { z } from 'zod';
import { job } from '../../platform/jobs/jobs.ts';

/** Reads one listing from its marketplace, after an action on it there. */
export const readListingJob = job({
  name: 'listings.read_listing',
  payload: z.object({ productListingId: z.number().int() }),
  maxAttempts: 6,
});
