import { message } from '@evenstock/contract/messages/message';
import type { Tx } from '../../../platform/database/database.ts';
import { notify, resolveNotifications } from '../../journal/notify.ts';
import { findStore } from '../store/stores.queries.ts';
import { findTransfer, type TransferRow } from './transfers.queries.ts';

const PLACE = '/settings';

/** Notifies the other side of the state of an ownership transfer; the answer resolves the notification of the offer. */
export async function notifyOfTransfer(tx: Tx, storeId: number, transferId: number, at: Date): Promise<void> {
  const transfer = await findTransfer(tx, storeId, transferId);
  if (transfer === null) return;
  const isPaid = ((await findStore(tx, storeId))?.subscriptionId ?? null) !== null;
  const about = { storeId, subjectId: transferId, at };
  if (transfer.state !== 'pending') {
    await resolveNotifications(tx, { ...about, kinds: ['transfer_offered'] });
    await notify(tx, { ...about, kind: 'transfer_ended', place: PLACE, ...ended(transfer, isPaid) });
    return;
  }
  await notify(tx, {
    ...about,
    kind: 'transfer_offered',
    userId: transfer.transferreeId,
    title: message('stores.ownership_offered'),
    paragraphs: [
      message('stores.ownership_offered_by', { member: transfer.transferrerEmail }),
      ...(isPaid ? [message('stores.card_stays', { member: transfer.transferrerEmail })] : []),
    ],
    place: PLACE,
  });
}

function ended(
  { state, transferrerId, transferrerEmail, transferreeId, transferreeEmail }: TransferRow,
  isPaid: boolean,
) {
  if (state === 'accepted') {
    return {
      userId: transferrerId,
      title: message('stores.ownership_accepted', { member: transferreeEmail }),
      paragraphs: [
        message('stores.you_are_admin_now'),
        ...(isPaid ? [message('stores.your_card_stays', { member: transferreeEmail })] : []),
      ],
    };
  }
  if (state === 'rejected') {
    return {
      userId: transferrerId,
      title: message('stores.ownership_declined', { member: transferreeEmail }),
      paragraphs: [message('stores.you_stay_owner')],
    };
  }
  return {
    userId: transferreeId,
    title: message('stores.ownership_withdrawn'),
    paragraphs: [message('stores.ownership_withdrawn_by', { member: transferrerEmail })],
  };
}
