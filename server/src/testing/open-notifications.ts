import type { TestContext } from './context.ts';

/** What a store is told now, oldest first. */
export async function openNotifications(
  ctx: Pick<TestContext, 'db'>,
  storeId: number,
): Promise<{ kind: string; title: string; content: string; place: string | null; userId: number | null }[]> {
  return ctx.db
    .selectFrom('store_notifications')
    .select(['kind', 'title', 'content', 'place', 'user_id as userId'])
    .where('store_id', '=', storeId)
    .where('resolved_at', 'is', null)
    .orderBy('id')
    .execute();
}
