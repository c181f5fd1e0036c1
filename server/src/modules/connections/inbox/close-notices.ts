import type { Context } from '../../../context.ts';
import { setProcessed } from './notices.queries.ts';

/** Marks notices as processed, after the records that they name were read again. */
export async function closeNotices(ctx: Context, deliveryIds: readonly number[]): Promise<void> {
  await setProcessed(ctx.db, deliveryIds, ctx.clock.now());
}
