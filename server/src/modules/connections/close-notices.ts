import type { Context } from '../../context.ts';

/** Notices were followed: what they spoke of has been read again. */
export async function closeNotices(ctx: Context, deliveryIds: readonly number[]): Promise<void> {
  await ctx.db
    .updateTable('webhook_deliveries')
    .set({ processed_at: ctx.clock.now() })
    .where('id', 'in', deliveryIds)
    .execute();
}
