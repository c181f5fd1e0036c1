import type { Tx } from '../../platform/database.ts';
import { notify, resolveNotifications } from '../journal/notify.ts';
import { findTransfer, type TransferRow } from './transfers.queries.ts';

const PLACE = '/settings';

/** Tells the other side, on their bell, how an ownership transfer stands now: the offer goes when it was answered. */
export async function tellTransfer(tx: Tx, storeId: number, transferId: number, at: Date): Promise<void> {
  const transfer = await findTransfer(tx, storeId, transferId);
  if (transfer === null) return;
  const about = { storeId, subjectId: transferId, at };
  if (transfer.state !== 'pending') {
    await resolveNotifications(tx, { ...about, kinds: ['transfer_offered'] });
    await notify(tx, { ...about, kind: 'transfer_ended', place: PLACE, ...ended(transfer) });
    return;
  }
  await notify(tx, {
    ...about,
    kind: 'transfer_offered',
    userId: transfer.transferreeId,
    title: 'The ownership of this store is offered to you',
    paragraphs: [
      `${transfer.transferrerEmail} offers you the ownership. Accept or reject it in the store’s settings; until you accept, nothing changes.`,
    ],
    place: PLACE,
  });
}

function ended({ state, transferrerId, transferrerEmail, transferreeId, transferreeEmail }: TransferRow) {
  if (state === 'accepted') {
    return {
      userId: transferrerId,
      title: `${transferreeEmail} owns this store now`,
      paragraphs: ['The ownership that you offered was accepted. You are an admin of the store now.'],
    };
  }
  if (state === 'rejected') {
    return {
      userId: transferrerId,
      title: `${transferreeEmail} declined the ownership`,
      paragraphs: ['You are still the owner of this store.'],
    };
  }
  return {
    userId: transferreeId,
    title: 'The ownership of this store is no longer offered to you',
    paragraphs: [`${transferrerEmail} took the offer back.`],
  };
}
