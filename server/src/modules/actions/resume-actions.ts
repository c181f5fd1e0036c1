import type { Context } from '../../context.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { actionKey, performActionJob } from './actions.jobs.ts';
import { overdueActions } from './actions.queries.ts';

/** How long an action's own job may take to begin. */
const OVERDUE_MS = 120_000;
const MOST_AT_ONCE = 500;

/** Queues a job for each overdue action, whose own became a dead letter or was lost with a restored database. */
export async function resumeActions(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - OVERDUE_MS);
  for (const actionId of await overdueActions(ctx.db, before, MOST_AT_ONCE)) {
    await enqueue(ctx.db, performActionJob, { actionId }, { key: actionKey(actionId) });
  }
}
