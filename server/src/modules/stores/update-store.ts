import type { updateStore as updateStoreEndpoint } from '@evenstock/contract/stores/stores';
import { message } from '@evenstock/contract/messages/message';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import { announce } from '../../api/live.ts';
import { invalid, Refusal, type Actor } from '../../api/routing.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { describeUser } from '../accounts/account/describe-user.ts';
import { recordChange } from '../journal/record-activity.ts';
import { lockStore } from './members/lock-store.ts';
import { fieldsOfStore, hasSets, setStore } from './store/stores.queries.ts';
import { switchSyncIn } from './store/switch-sync.ts';

type Changes = z.output<(typeof updateStoreEndpoint)['body']>['store'];

/**
 * Changes a store's name and settings. Fields that are not given stay, and so does its slug.
 * @throws Refusal 403 for anybody but the owner who asks every member for a second factor, 422 for an owner without one,
 * or where sets are switched off and there are some
 */
export async function updateStore(
  ctx: Context,
  actor: Pick<Actor, 'userId' | 'role'>,
  storeId: number,
  changes: Changes,
): Promise<void> {
  const { can_sync_quantity: sync, ...rest } = changes;
  const now = ctx.clock.now();
  const asksForFactor = rest.requires_second_factor === true;
  const lacksFactor = asksForFactor && !(await describeUser(ctx, actor.userId)).second_factor_on;
  await inTransaction(ctx.db, async (tx) => {
    const store = await lockStore(tx, actor, storeId, 'store.edit');
    if (rest.requires_second_factor !== undefined && store.role !== 'owner') {
      throw new Refusal(403, message('stores.owner_decides_second_factor'));
    }
    // The store would be closed to its own owner.
    if (lacksFactor) throw invalid('requires_second_factor', message('stores.own_second_factor_first'));
    const before = await fieldsOfStore(tx, storeId);
    if (rest.makes_sets === false && (await hasSets(tx, storeId))) {
      throw invalid('makes_sets', message('stock.sets_remain'));
    }
    const isChanged = await recordChange(tx, {
      storeId,
      key: 'store.update',
      actor: { type: 'User', id: actor.userId },
      recipient: null,
      before,
      after: rest,
      at: now,
    });
    if (isChanged) {
      await setStore(tx, storeId, rest, now);
      await announce(tx, storeId, 'store', []);
    }
    const { keeps_safety_stock: keeps = before.keeps_safety_stock } = rest;
    if (keeps !== before.keeps_safety_stock) await ctx.emit(tx, { type: 'store.safety_switched', storeId });
    if (sync !== undefined) await switchSyncIn(ctx, tx, actor.userId, storeId, sync);
  });
}
