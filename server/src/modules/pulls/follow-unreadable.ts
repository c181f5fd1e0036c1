import type { Context } from '../../context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { resolveNotifications } from '../journal/notify.ts';
import { lockMarketplace } from '../marketplaces/consent/lock-marketplace.ts';
import { notifyOfMarketplace } from '../marketplaces/notify-of-marketplace.ts';
import { recordsUnreadable } from './pull-notifications.rules.ts';
import { newestQuarantined } from './quarantine.queries.ts';

const recordsByKind = [
  { kind: 'orders', record: 'order' },
  { kind: 'listings', record: 'listing' },
  { kind: 'returns', record: 'return' },
] as const;

/** Notifies a store's members while a marketplace has quarantined records, and resolves it when all could be read. */
export async function followUnreadable(ctx: Context, marketplaceId: number): Promise<void> {
  const at = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    const marketplace = await lockMarketplace(tx, marketplaceId);
    if (marketplace === null) return;
    const { storeId } = marketplace;
    for (const { kind, record } of recordsByKind) {
      const newest = await newestQuarantined(tx, marketplaceId, record);
      if (newest !== null) {
        await notifyOfMarketplace(tx, marketplace, recordsUnreadable(marketplace, kind, newest), at);
        continue;
      }
      const kinds = [`${kind}_unreadable`] as const;
      await resolveNotifications(tx, { storeId, kinds, subjectId: marketplaceId, at });
    }
  });
}
