import type { Context } from '../../../context.ts';
import { resumeOperation } from '../../operations/resume-operations.ts';
import { operationOfRun } from './automerge.queries.ts';
import { mailMerge } from './run-automerge.ts';

/* Jobs that were queued before automatic merges became operations contain the id that the merge had then. */

/** Resumes the operation that a queued merge became. */
export async function resumeEarlierMerge(ctx: Context, runId: number): Promise<void> {
  const operationId = await operationOfRun(ctx.db, runId);
  if (operationId !== null) await resumeOperation(ctx, operationId);
}

/** Sends the mail about a merge that ended earlier. */
export async function mailEarlierMerge(ctx: Context, runId: number): Promise<void> {
  const operationId = await operationOfRun(ctx.db, runId);
  if (operationId !== null) await mailMerge(ctx, operationId);
}
