import type { Context } from '../../context.ts';
import { announce, endStreams } from '../../api/live.ts';
import type { Actor } from '../../api/routing.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { lockStore } from './members/lock-store.ts';
import { deleteInvitationsOf } from './members/invitations.queries.ts';
import { memberUserIds } from './members/members.queries.ts';
import { setDeleted } from './store/stores.queries.ts';
import { endTransfer, findPendingTransfer } from './members/transfers.queries.ts';

/**
 * Deletes a store: it disappears for everyone at once, its invitations and transfers end, and a domain event stops its
 * marketplaces. Its data is purged 30 days later.
 */
export async function deleteStore(
  ctx: Context,
  actor: Pick<Actor, 'userId' | 'role'>,
  storeId: number,
): Promise<void> {
  const now = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    await lockStore(tx, actor, storeId, 'store.delete');
    await setDeleted(tx, storeId, now);
    await deleteInvitationsOf(tx, storeId);
    const transfer = await findPendingTransfer(tx, storeId);
    if (transfer !== null) await endTransfer(tx, transfer.id, 'cancelled', now);
    await recordActivity(tx, {
      storeId,
      key: 'store.delete',
      actor: { type: 'User', id: actor.userId },
      recipient: null,
      after: { deleted_at: now.toISOString() },
      at: now,
    });
    await ctx.emit(tx, { type: 'store.deleted', storeId });
    await announce(tx, storeId, 'store', []);
    for (const userId of await memberUserIds(tx, storeId)) await endStreams(tx, { storeId, userId });
  });
}
