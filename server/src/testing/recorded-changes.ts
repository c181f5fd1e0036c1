import type { ActivityKey } from '@evenstock/contract/activities';
import type { TestContext } from './context.ts';

/** What the activities of a key say of fields, oldest first. */
export async function recordedChanges(ctx: Pick<TestContext, 'db'>, key: ActivityKey): Promise<unknown[]> {
  const rows = await ctx.db
    .selectFrom('activities')
    .select('changes')
    .where('key', '=', key)
    .orderBy('id')
    .execute();
  return rows.map(({ changes }) => changes);
}
