import type { Context } from '../../context.ts';
import { setProcessed } from './notices.queries.ts';

/** Notices were followed: what they spoke of has been read again. */
export async function closeNotices(ctx: Context, deliveryIds: readonly number[]): Promise<void> {
  await setProcessed(ctx.db, deliveryIds, ctx.clock.now());
}
