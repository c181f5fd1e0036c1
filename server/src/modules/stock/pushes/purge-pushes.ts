import type { Context } from '../../../context.ts';
import { after } from '../../../platform/time/time-spans.ts';
import { deletePushesBefore } from '../ledger/pushes.queries.ts';

/** How long ended pushes are kept: a year that merchants look back over, and a month. The protocol needs two days of them. */
export const PUSHES_KEPT_DAYS = 400;
const AT_ONCE = 5_000;

/** Purges pushes of long ago, but never the newest of a listing. After a kill the next run continues. */
export async function purgePushes(ctx: Context): Promise<void> {
  const before = after(ctx.clock.now(), -PUSHES_KEPT_DAYS * 86_400_000);
  while ((await deletePushesBefore(ctx.db, before, AT_ONCE)) === AT_ONCE);
}
