import type { Context } from '../../context.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { pollReturns } from '../pulls/poll-returns.ts';
import { pollReturnsJob } from './returns.jobs.ts';

const AGAIN_AFTER_MS = 10_000;

/**
 * Polls a marketplace's returns, so that they are read at an instant or later. If an earlier poll still runs, the job is queued again.
 */
export async function pollReturnsSince(ctx: Context, marketplaceId: number, since: Date): Promise<void> {
  if (await pollReturns(ctx, marketplaceId, since)) return;
  const runAt = new Date(ctx.clock.now().getTime() + AGAIN_AFTER_MS);
  const payload = { marketplaceId, since: since.toISOString() };
  await enqueue(ctx.db, pollReturnsJob, payload, { key: `poll-returns:${String(marketplaceId)}`, runAt });
}
