import type { Context } from '../../context.ts';
import { layOutMail } from '../../platform/mail-layout.ts';
import { findStore } from './stores.queries.ts';
import { findTransfer } from './transfers.queries.ts';

/** Tells the other side how an ownership transfer stands: the offer to who may take it, the answer to who made it. */
export async function mailTransfer(ctx: Context, storeId: number, transferId: number): Promise<void> {
  const [store, transfer] = await Promise.all([
    findStore(ctx.db, storeId),
    findTransfer(ctx.db, storeId, transferId),
  ]);
  if (store === null || transfer === null) return;
  const { transferrerEmail: from, transferreeEmail: to } = transfer;
  const action = {
    label: 'Open the store’s settings',
    url: `${ctx.settings.publicUrl}/stores/${store.slug}/settings`,
  };
  const { name } = store;
  switch (transfer.state) {
    case 'pending':
      return ctx.mail.send({
        to,
        ...layOutMail({
          subject: `The ownership of ${name} is offered to you`,
          paragraphs: [
            `${from} offers you the ownership of the store ${name} on Evenstock.`,
            'Accept or reject it in the store’s settings. Until you accept, nothing changes.',
          ],
          action,
        }),
      });
    case 'cancelled':
      return ctx.mail.send({
        to,
        ...layOutMail({
          subject: `The ownership of ${name} is no longer offered to you`,
          paragraphs: [`The offer of ${from} to make you the owner of the store ${name} was taken back.`],
        }),
      });
    case 'accepted':
      return ctx.mail.send({
        to: from,
        ...layOutMail({
          subject: `${to} is the owner of ${name} now`,
          paragraphs: [
            `${to} accepted the ownership of the store ${name} on Evenstock. You are an admin of the store now.`,
          ],
          action,
        }),
      });
    case 'rejected':
      return ctx.mail.send({
        to: from,
        ...layOutMail({
          subject: `${to} declined the ownership of ${name}`,
          paragraphs: [`${to} declined to own the store ${name} on Evenstock. You are still its owner.`],
          action,
        }),
      });
  }
}
