import type { Context } from '../../context.ts';
import { deleteReplacedJobs } from './dead-letters.queries.ts';

/** Purges what the queue leaves of jobs that were replaced while they ran; dead letters stay. */
export async function purgeReplacedJobs(ctx: Context): Promise<void> {
  const purged = await deleteReplacedJobs(ctx.db);
  if (purged > 0) ctx.log.info({ purged }, 'Replaced jobs were purged.');
}
