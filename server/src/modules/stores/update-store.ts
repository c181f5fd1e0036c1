import type { updateStore as updateStoreEndpoint } from '@evenstock/contract/stores';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import { announce } from '../../api/live.ts';
import { Refusal, type Actor } from '../../api/routing.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { holdStore } from './hold-store.ts';
import { setStore } from './stores.queries.ts';
import { turnSync } from './switch-sync.ts';

type Changes = z.output<(typeof updateStoreEndpoint)['body']>['store'];

/**
 * Changes what a store is called and how it works. What is not given stays; the address (slug) stays whatever the name.
 * @throws Refusal 403 for anybody but the owner who asks every member for a second factor
 */
export async function updateStore(
  ctx: Context,
  actor: Pick<Actor, 'userId' | 'role'>,
  storeId: number,
  changes: Changes,
): Promise<void> {
  const { can_sync_quantity: sync, ...rest } = changes;
  const fields = Object.entries(rest).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const now = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    const store = await holdStore(tx, actor, storeId, 'store.edit');
    if (rest.requires_second_factor !== undefined && store.role !== 'owner') {
      throw new Refusal(403, 'Only the owner of the store decides whether everyone needs a second factor.');
    }
    if (fields.length > 0) {
      await setStore(tx, storeId, rest, now);
      await recordActivity(tx, {
        storeId,
        key: 'store.update',
        actor: { type: 'User', id: actor.userId },
        recipient: null,
        extras: { fields: fields.join(', ') },
        at: now,
      });
      await announce(tx, storeId, 'store', []);
    }
    if (sync !== undefined) await turnSync(ctx, tx, actor.userId, storeId, sync);
  });
}
