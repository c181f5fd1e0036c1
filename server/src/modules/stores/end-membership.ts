import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database.ts';
import { announce, endStreams } from '../../api/live.ts';
import { notify, resolveNotifications } from '../journal/notify.ts';
import type { ActivityActor } from '../journal/record-activity.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { deleteMember } from './members.queries.ts';
import { endTransfer, findPendingTransfer } from './transfers.queries.ts';

/**
 * Takes a member who is not the owner out of a store that the caller holds: access and live changes end with the
 * transaction, and an offer of the ownership to them is cancelled.
 */
export async function endMembership(
  ctx: Context,
  tx: Tx,
  member: { readonly storeId: number; readonly userId: number },
  end: { readonly key: 'store_profile.delete' | 'store_profile.leave'; readonly actor: ActivityActor },
): Promise<void> {
  const { storeId, userId } = member;
  const now = ctx.clock.now();
  const profileId = await deleteMember(tx, storeId, userId);
  if (profileId === null) return;
  await recordActivity(tx, {
    storeId,
    key: end.key,
    actor: end.actor,
    recipient: { type: 'StoreProfile', id: profileId },
    extras: { user_id: userId },
    at: now,
  });
  const transfer = await findPendingTransfer(tx, storeId);
  if (transfer?.transferreeId === userId) {
    await endTransfer(tx, transfer.id, 'cancelled', now);
    await recordActivity(tx, {
      storeId,
      key: 'store_transfer.cancel',
      actor: end.actor,
      recipient: { type: 'StoreTransfer', id: transfer.id },
      at: now,
    });
    const offer = { storeId, kinds: ['transfer_offered'], subjectId: transfer.id, at: now } as const;
    await resolveNotifications(tx, offer);
    await notify(tx, {
      storeId,
      kind: 'transfer_ended',
      subjectId: transfer.id,
      userId: transfer.transferrerId,
      title: `${transfer.transferreeEmail} is no longer in this store`,
      paragraphs: ['The ownership that you offered to them is offered to nobody now.'],
      place: '/settings',
      at: now,
    });
  }
  await endStreams(tx, { storeId, userId });
  await announce(tx, storeId, 'store', []);
}
