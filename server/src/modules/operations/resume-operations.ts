import type { Context } from '../../context.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { operationKey, runOperationJob } from './operations.jobs.ts';
import { overdueOperations } from './operations.queries.ts';

/** How long an operation's own job may take to begin. */
const OVERDUE_MS = 120_000;

/** Queues a job for each overdue operation, whose own became a dead letter or was lost. A job that only waits is left as it is. */
export async function resumeOperations(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - OVERDUE_MS);
  for (const operationId of await overdueOperations(ctx.db, before)) await resumeOperation(ctx, operationId);
}

/** Queues the job of an operation, unless it has one; the job of an ended operation does nothing. */
export async function resumeOperation(ctx: Context, operationId: number): Promise<void> {
  const options = { key: operationKey(operationId), keyMode: 'preserve_run_at' } as const;
  await enqueue(ctx.db, runOperationJob, { operationId }, options);
}
