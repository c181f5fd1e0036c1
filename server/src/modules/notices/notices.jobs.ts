import { z } from 'zod';
import { job } from '../../platform/jobs/jobs.ts';

/** Processes a marketplace's notices. It has priority over pulls, as a member may be looking at the records. */
export const followNoticesJob = job({
  name: 'notices.follow_notices',
  payload: z.object({ marketplaceId: z.number().int() }),
  maxAttempts: 12,
  priority: -5,
});

/** The queue of a marketplace's notices: one job runs and one waits, so that more notices make larger reads, not more jobs. */
export const noticesQueue = (marketplaceId: number): string => `notices:${String(marketplaceId)}`;
