import { z } from 'zod';
import { job } from '../../platform/jobs.ts';

/*
 * The modules above do the pulling; their work is named here, where pulls begin.
 */

const onePull = z.object({ pullId: z.number().int() });

/** Reads listings page by page, from where the pull's row says. */
export const pullListingsJob = job({ name: 'pull-listings', payload: onePull, maxAttempts: 25, priority: 5 });

/** Reads orders page by page, from where the pull's row says. */
export const pullOrdersJob = job({ name: 'pull-orders', payload: onePull, maxAttempts: 25, priority: 5 });

/** Forgets pulls that ended long ago. */
export const forgetOldPullsJob = job({
  name: 'forget-old-pulls',
  payload: z.object({}),
  maxAttempts: 3,
  cron: '17 3 * * *',
});
