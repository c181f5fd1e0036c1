import type { ActivityKey } from '@evenstock/contract/kinds/activities';
import type { TestContext } from './context.ts';

interface RecordedActivity {
  readonly actor: { readonly type: string; readonly id: number | null };
  /** What it says of fields. */
  readonly changes: unknown;
}

/** Who did the activities of a key, and what they say of fields, oldest first. */
export async function recordedActivities(
  ctx: Pick<TestContext, 'db'>,
  key: ActivityKey,
): Promise<RecordedActivity[]> {
  const rows = await ctx.db
    .selectFrom('activities')
    .select(['actor_type', 'actor_id', 'changes'])
    .where('key', '=', key)
    .orderBy('id')
    .execute();
  return rows.map(({ actor_type: type, actor_id: id, changes }) => ({ actor: { type, id }, changes }));
}

/** What the activities of a key say of fields, oldest first. */
export async function recordedChanges(ctx: Pick<TestContext, 'db'>, key: ActivityKey): Promise<unknown[]> {
  return (await recordedActivities(ctx, key)).map(({ changes }) => changes);
}
