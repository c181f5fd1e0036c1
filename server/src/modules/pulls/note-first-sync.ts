import type { Context } from '../../context.ts';
import { enqueue } from '../../platform/jobs.ts';
import { announce } from '../../api/live.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { notify } from '../journal/notify.ts';
import { mailFirstSyncJob } from '../marketplaces/marketplaces.jobs.ts';
import { findFirstSync, firstPullsAreDone } from './first-sync.queries.ts';
import { firstSyncDone } from '../marketplaces/marketplace-notifications.rules.ts';

/** When both pulls after an authorisation are done, takes note of it once: the store is told, and who authorised gets a mail. */
export async function noteFirstSync(ctx: Context, marketplaceId: number): Promise<void> {
  if (!(await firstPullsAreDone(ctx.db, marketplaceId))) return;
  const now = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    const noted = await tx
      .updateTable('marketplaces')
      .set({ first_synced_at: now })
      .where('id', '=', marketplaceId)
      .where('first_synced_at', 'is', null)
      .where('verified_at', 'is not', null)
      .returning(['store_id', 'slug', 'name', 'num_orders', 'num_product_listings'])
      .executeTakeFirst();
    if (noted === undefined) return;
    const { store_id: storeId, slug, name } = noted;
    const counts = { orders: noted.num_orders, productListings: noted.num_product_listings };
    await notify(tx, firstSyncDone({ id: marketplaceId, storeId, slug, name }, counts, now));
    await enqueue(tx, mailFirstSyncJob, { marketplaceId });
    await announce(tx, storeId, 'marketplaces', [marketplaceId]);
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
