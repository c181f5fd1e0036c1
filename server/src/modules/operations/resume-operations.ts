import type { Context } from '../../context.ts';
import { enqueue } from '../../platform/jobs.ts';
import { operationKey, runOperationJob } from './operations.jobs.ts';
import { overdueOperations } from './operations.queries.ts';

/** An operation's own job had this long to begin. */
const OVERDUE_MS = 120_000;

/** Gives overdue operations a job again: theirs rests as a dead letter, or was lost. One that only waits in the queue keeps its place. */
export async function resumeOperations(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - OVERDUE_MS);
  for (const operationId of await overdueOperations(ctx.db, before)) await resumeOperation(ctx, operationId);
}

/** Gives an operation a job, unless one waits for it; after its end that does nothing. */
export async function resumeOperation(ctx: Context, operationId: number): Promise<void> {
  const options = { key: operationKey(operationId), keyMode: 'preserve_run_at' } as const;
  await enqueue(ctx.db, runOperationJob, { operationId }, options);
}
