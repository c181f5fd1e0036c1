import type { Context } from '../../context.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { enqueue } from '../../platform/jobs.ts';
import { announce } from '../../api/live.ts';
import { notifyOfMarketplace } from '../marketplaces/notify-of-marketplace.ts';
import { recordFirstSync } from '../marketplaces/record-pulls.ts';
import { mailFirstSyncJob } from './pulls.jobs.ts';
import { findFirstSync, firstPullsAreDone } from './first-sync.queries.ts';
import { firstSyncDone } from './pull-notifications.rules.ts';

/** When both pulls after an authorisation are done, records it once: the store is notified, and who authorised gets a mail. */
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

/** Mails who authorised a marketplace that its products and orders are here. */
export async function mailFirstSync(ctx: Context, marketplaceId: number): Promise<void> {
  const sync = await findFirstSync(ctx.db, marketplaceId);
  if (sync === null) return;
  const page = `${ctx.settings.publicUrl}/stores/${sync.storeSlug}/marketplaces/${sync.slug}`;
  await ctx.mail.send({
    to: sync.email,
    subject: `${sync.name} is synced on Evenstock`,
    text: [
      `The existing products and orders of ${sync.name} (${sync.storeName}) are synced:`,
      `${String(sync.numProductListings)} product listings and ${String(sync.numOrders)} orders.`,
      '',
      page,
    ].join('\n'),
  });
}
