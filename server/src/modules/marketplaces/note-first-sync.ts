import type { Context } from '../../context.ts';
import { enqueue } from '../../platform/jobs.ts';
import { announce } from '../../platform/live.ts';
import { mailFirstSyncJob } from './marketplaces.jobs.ts';
import { findFirstSync, firstPullsAreDone } from './first-sync.queries.ts';

/** When both pulls after an authorisation are done, takes note of it once and has a mail sent to who authorised. */
export async function noteFirstSync(ctx: Context, marketplaceId: number): Promise<void> {
  if (!(await firstPullsAreDone(ctx.db, marketplaceId))) return;
  const now = ctx.clock.now();
  await ctx.db.transaction().execute(async (tx) => {
    const noted = await tx
      .updateTable('marketplaces')
      .set({ first_synced_at: now })
      .where('id', '=', marketplaceId)
      .where('first_synced_at', 'is', null)
      .where('verified_at', 'is not', null)
      .returning('store_id')
      .executeTakeFirst();
    if (noted === undefined) return;
    await enqueue(tx, mailFirstSyncJob, { marketplaceId });
    await announce(tx, noted.store_id, 'marketplaces', [marketplaceId]);
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
