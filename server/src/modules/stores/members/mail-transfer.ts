import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import { mailPerson } from '../../journal/mail-person.ts';
import { findStore } from '../store/stores.queries.ts';
import { findTransfer } from './transfers.queries.ts';

/** Mails the state of an ownership transfer to the other side: the offer to its recipient, the answer to the owner. */
export async function mailTransfer(ctx: Context, storeId: number, transferId: number): Promise<void> {
  const [store, transfer] = await Promise.all([
    findStore(ctx.db, storeId),
    findTransfer(ctx.db, storeId, transferId),
  ]);
  if (store === null || transfer === null) return;
  const { transferrerEmail: from, transferreeEmail: to } = transfer;
  const action = {
    label: message('mails.transfer_action'),
    url: `${ctx.settings.publicUrl}/stores/${store.slug}/settings`,
  };
  const { name } = store;
  const isPaid = store.subscriptionId !== null;
  switch (transfer.state) {
    case 'pending':
      return mailPerson(
        ctx,
        { to },
        {
          subject: message('mails.transfer_offered_subject', { store: name }),
          paragraphs: [
            message('mails.transfer_offered', { member: from, store: name }),
            message('mails.transfer_offered_help'),
            ...(isPaid ? [message('stores.card_stays', { member: from })] : []),
          ],
          action,
        },
      );
    case 'cancelled':
      return mailPerson(
        ctx,
        { to },
        {
          subject: message('mails.transfer_cancelled_subject', { store: name }),
          paragraphs: [message('mails.transfer_cancelled', { member: from, store: name })],
        },
      );
    case 'accepted':
    case 'rejected':
      return mailPerson(
        ctx,
        { to: from },
        {
          subject: message(`mails.transfer_${transfer.state}_subject`, { member: to, store: name }),
          paragraphs: [
            message(`mails.transfer_${transfer.state}`, { member: to, store: name }),
            ...(isPaid && transfer.state === 'accepted'
              ? [message('stores.your_card_stays', { member: to })]
              : []),
          ],
          action,
        },
      );
  }
}
