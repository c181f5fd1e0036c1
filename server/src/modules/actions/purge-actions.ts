import type { Context } from '../../context.ts';
import { after } from '../../platform/time/time-spans.ts';
import { deleteActionsOfListingsBefore } from './purge-actions.queries.ts';

/** How long ended actions on listings are kept. Those on orders are part of the order's history. */
export const ACTIONS_KEPT_DAYS = 400;
const AT_ONCE = 5_000;

/** Purges actions on listings that ended long ago: a boost is repeated several times a day. */
export async function purgeActions(ctx: Context): Promise<void> {
  const before = after(ctx.clock.now(), -ACTIONS_KEPT_DAYS * 86_400_000);
  while ((await deleteActionsOfListingsBefore(ctx.db, before, AT_ONCE)) === AT_ONCE);
}
