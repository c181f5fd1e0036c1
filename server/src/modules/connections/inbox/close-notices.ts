import type { Context } from '../../../context.ts';
import { setFailed, setProcessed, type FailedAttempt } from './notices.queries.ts';

/** Marks notices as processed, after the records that they name were read again. */
export async function closeNotices(ctx: Context, deliveryIds: readonly number[]): Promise<void> {
  await setProcessed(ctx.db, deliveryIds, ctx.clock.now());
}

/** Records that a notice could not be followed: it is tried again, or is a dead letter that keeps its reason. */
export async function recordFailure(ctx: Context, deliveryId: number, failed: FailedAttempt): Promise<void> {
  await setFailed(ctx.db, deliveryId, failed);
}
