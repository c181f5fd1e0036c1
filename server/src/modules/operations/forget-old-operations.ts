import type { Context } from '../../context.ts';
import { forgetEndedBefore } from './operations.queries.ts';

const KEPT_DAYS = 90;

/** Deletes operations with their rows that ended more than 90 days ago. */
export async function forgetOldOperations(ctx: Context): Promise<void> {
  await forgetEndedBefore(ctx.db, new Date(ctx.clock.now().getTime() - KEPT_DAYS * 86_400_000));
}
