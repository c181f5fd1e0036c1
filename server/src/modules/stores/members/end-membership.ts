import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { announce, endStreams } from '../../../api/live.ts';
import { endTokensOfMember } from '../../accounts/tokens/end-access-tokens.ts';
import { notify, resolveNotifications } from '../../journal/notify.ts';
import type { ActivityActor } from '../../journal/record-activity.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { deleteMember } from './members.queries.ts';
import { removeSavedViewsOf } from '../views/saved-views.queries.ts';
import { endTransfer, findPendingTransfer } from './transfers.queries.ts';

/**
 * Removes a member who is not the owner from a locked store. Access, access tokens and live changes end with the transaction, and a pending
 * transfer to the member is cancelled.
 */
export async function endMembership(
  ctx: Context,
  tx: Tx,
  member: { readonly storeId: number; readonly userId: number },
  end: { readonly key: 'store_profile.delete' | 'store_profile.leave'; readonly actor: ActivityActor },
): Promise<void> {
  const { storeId, userId } = member;
  const now = ctx.clock.now();
  const ended = await deleteMember(tx, storeId, userId);
  if (ended === null) return;
  await recordActivity(tx, {
    storeId,
    key: end.key,
    actor: end.actor,
    recipient: { type: 'StoreProfile', id: ended.id },
    before: ended,
    after: { role: null },
    extras: { user_id: userId },
    at: now,
  });
  await removeSavedViewsOf(tx, member);
  const transfer = await findPendingTransfer(tx, storeId);
  if (transfer?.transferreeId === userId) {
    await endTransfer(tx, transfer.id, 'cancelled', now);
    await recordActivity(tx, {
      storeId,
      key: 'store_transfer.cancel',
      actor: end.actor,
      recipient: { type: 'StoreTransfer', id: transfer.id },
      before: transfer,
      after: { state: 'cancelled' },
      at: now,
    });
    const offer = { storeId, kinds: ['transfer_offered'], subjectId: transfer.id, at: now } as const;
    await resolveNotifications(tx, offer);
    await notify(tx, {
      storeId,
      kind: 'transfer_ended',
      subjectId: transfer.id,
      userId: transfer.transferrerId,
      title: message('stores.transferree_left', { member: transfer.transferreeEmail }),
      paragraphs: [message('stores.ownership_offered_to_nobody')],
      place: '/settings',
      at: now,
    });
  }
  await endTokensOfMember(tx, { storeId, userId }, now);
  await endStreams(tx, { storeId, userId });
  await announce(tx, storeId, 'store', []);
}
