import type { Context } from '../../context.ts';
import { deleteEndedBefore } from './operations.queries.ts';

export const KEPT_DAYS = 90;

/** Purges operations that ended more than 90 days ago, with their rows. */
export async function purgeOperations(ctx: Context): Promise<void> {
  await deleteEndedBefore(ctx.db, new Date(ctx.clock.now().getTime() - KEPT_DAYS * 86_400_000));
}
