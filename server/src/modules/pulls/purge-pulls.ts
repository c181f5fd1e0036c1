import type { Context } from '../../context.ts';
import { deletePullsBefore } from './pulls.queries.ts';

export const KEPT_DAYS = 7;

/** Purges pulls that ended more than a week ago, but never the newest of their kind and scope. */
export async function purgePulls(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - KEPT_DAYS * 86_400_000);
  await deletePullsBefore(ctx.db, before);
}
