import { fromChannel, message } from '@evenstock/contract/messages/message';
import { announce } from '../../../api/live.ts';
import type { Context } from '../../../context.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { after } from '../../../platform/time/time-spans.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { notify, resolveNotifications } from '../../journal/notify.ts';
import { lockMarketplace } from '../../marketplaces/consent/lock-marketplace.ts';
import { mailRefusalsJob } from '../ledger/stock.jobs.ts';
import { newestRefusal } from '../ledger/stock.queries.ts';

const GATHERS_MS = 15 * 60_000;

/** Notifies a store's members while a marketplace refuses quantities, and resolves the notification when it refuses none. */
export async function followRefusals(ctx: Context, marketplaceId: number): Promise<void> {
  const at = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    const marketplace = await lockMarketplace(tx, marketplaceId);
    if (marketplace === null) return;
    const { storeId, name } = marketplace;
    await announce(tx, storeId, 'marketplaces', [marketplaceId]);
    const refusal = await newestRefusal(tx, marketplaceId);
    if (refusal === null) {
      const kinds = ['stock_refused'] as const;
      await resolveNotifications(tx, { storeId, kinds, subjectId: marketplaceId, at });
      return;
    }
    const notificationId = await notify(tx, {
      storeId,
      kind: 'stock_refused',
      subjectId: marketplaceId,
      userId: null,
      title: message('stock.quantity_refused', { marketplace: name }),
      paragraphs: [
        [
          message('stock.listing_named', { listing: refusal.sku ?? refusal.listing }),
          ...(refusal.messages ?? [fromChannel(refusal.reason)]),
        ],
        message('stock.may_oversell'),
      ],
      place: `/products?filter_status=discrepancy&marketplace_id_eq=${String(marketplaceId)}`,
      at,
    });
    if (notificationId === null) return;
    // Others are refused with it: one mail says all.
    const options = { runAt: after(at, GATHERS_MS), key: `stock.mail_refusals:${String(marketplaceId)}` };
    await enqueue(tx, mailRefusalsJob, { marketplaceId, userId: null }, options);
  });
}
