import { inTransaction } from '../../platform/database/transaction.ts';
import { recordActivity } from '../../modules/journal/record-activity.ts';
import type { Recipe, Stage } from './stage.ts';

/** An activity of a store, or of none, which nobody did. */
async function addActivity({ ctx }: Stage, storeId: number | null): Promise<number> {
  return inTransaction(ctx.db, async (tx) => {
    await recordActivity(tx, {
      storeId,
      key: 'store.end_subscription',
      actor: { type: 'System', id: null },
      recipient: null,
      at: ctx.clock.now(),
    });
    const newest = tx
      .selectFrom('activities')
      .select(({ fn }) => fn.max('id').as('id'))
      .where('store_id', storeId === null ? 'is' : '=', storeId);
    return (await newest.executeTakeFirstOrThrow()).id;
  });
}

/** How the calls about activities succeed, by the names of their endpoints. */
export const journalRecipes: Readonly<Record<string, Recipe>> = {
  async showActivity(stage) {
    const { id, call } = await stage.openStore();
    return { token: call.token, path: { ...call.path, activityId: await addActivity(stage, id) } };
  },
  async showInstallationActivity(stage) {
    const { token } = await stage.openAccount('admin');
    return { token, path: { activityId: await addActivity(stage, null) } };
  },
  async deleteActivity(stage) {
    const { id: storeId } = await stage.openStore();
    const account = await stage.openAccount('admin');
    const id = await addActivity(stage, storeId);
    return {
      token: account.token,
      path: { activityId: id },
      activity: () => ({ storeId, actorId: account.id, recipient: { type: 'Activity', id } }),
    };
  },
};
