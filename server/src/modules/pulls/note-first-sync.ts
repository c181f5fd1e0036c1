import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { announce } from '../../api/live.ts';
import { mailPerson } from '../journal/mail-person.ts';
import { notifyOfMarketplace } from '../marketplaces/notify-of-marketplace.ts';
import { recordFirstSync } from '../marketplaces/sync/record-pulls.ts';
import { mailFirstSyncJob } from './pulls.jobs.ts';
import { findFirstSync, firstPullsAreDone } from './first-sync.queries.ts';
import { firstSyncDone } from './pull-notifications.rules.ts';

/** Records the first sync once both pulls after an authorisation are done: notifies the store, and queues the mail. */
export async function noteFirstSync(ctx: Context, marketplaceId: number): Promise<void> {
  if (!(await firstPullsAreDone(ctx.db, marketplaceId))) return;
  const now = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    const synced = await recordFirstSync(tx, marketplaceId, now);
    if (synced === null) return;
    await notifyOfMarketplace(tx, synced, firstSyncDone(synced), now);
    await enqueue(tx, mailFirstSyncJob, { marketplaceId });
    await announce(tx, synced.storeId, 'marketplaces', [marketplaceId]);
  });
}

/** Mails the person who authorised a marketplace that its products and orders are imported. */
export async function mailFirstSync(ctx: Context, marketplaceId: number): Promise<void> {
  const sync = await findFirstSync(ctx.db, marketplaceId);
  if (sync === null) return;
  const { email, name: marketplace, storeName: store } = sync;
  const { numProductListings: listings, numOrders: orders } = sync;
  await mailPerson(
    ctx,
    { to: email },
    {
      subject: message('mails.first_sync_subject', { marketplace }),
      paragraphs: [message('mails.first_sync', { marketplace, store, listings, orders })],
      action: {
        label: message('mails.first_sync_action'),
        url: `${ctx.settings.publicUrl}/stores/${sync.storeSlug}/marketplaces/${sync.slug}`,
      },
    },
  );
}
