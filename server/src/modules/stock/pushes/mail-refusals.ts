import { fromChannel, message } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { mailPerson } from '../../journal/mail-person.ts';
import { findMailRecipients } from '../../stores/members/find-mail-recipients.ts';
import { findRefusals } from '../ledger/stock.queries.ts';
import { mailRefusalsJob } from '../ledger/stock.jobs.ts';

/** At most this many listings are named in a mail; the page that it links to lists all. */
const MOST_NAMED = 20;

/**
 * Mails a store's owner and admins, where the store wants it, which quantities a marketplace refuses: one mail for all of them, to
 * each by a job of their own. What has been taken by then is left out.
 * @param userId null: enqueues the job of each
 */
export async function mailRefusals(
  ctx: Context,
  { marketplaceId, userId }: { readonly marketplaceId: number; readonly userId: number | null },
): Promise<void> {
  const refusals = await findRefusals(ctx.db, marketplaceId, MOST_NAMED);
  if (refusals === null) return;
  const { storeId, marketplace, listings, total } = refusals;
  const store = await findMailRecipients(ctx, storeId, 'send_stock_error');
  if (store === null) return;
  if (userId === null) {
    for (const recipient of store.recipients) {
      const key = `mail-refusals:${String(marketplaceId)}:${String(recipient.userId)}`;
      await enqueue(ctx.db, mailRefusalsJob, { marketplaceId, userId: recipient.userId }, { key });
    }
    return;
  }
  const to = store.recipients.find((recipient) => recipient.userId === userId)?.email;
  if (to === undefined) return;
  const more = total - listings.length;
  await mailPerson(
    ctx,
    { to },
    {
      subject: message('mails.stock_refused_subject', { marketplace, total }),
      paragraphs: [
        message('mails.stock_refused', { marketplace, store: store.name }),
        ...listings.map(({ listing, sku, reason, messages }) => [
          message('stock.listing_named', { listing: sku ?? listing }),
          ...(messages ?? [fromChannel(reason)]),
        ]),
        ...(more > 0 ? [message('mails.stock_refused_more', { more })] : []),
        message('stock.may_oversell'),
      ],
      action: {
        label: message('mails.stock_refused_action'),
        url: `${ctx.settings.publicUrl}/stores/${store.slug}/products?filter_status=discrepancy&marketplace_id_eq=${String(marketplaceId)}`,
      },
      closing: [message('mails.sent_by_switch', { store: store.name })],
    },
  );
}
