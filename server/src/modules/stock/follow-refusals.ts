import type { Context } from '../../context.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { notify, resolveNotifications } from '../journal/notify.ts';
import { lockMarketplace } from '../marketplaces/lock-marketplace.ts';
import { newestRefusal } from './stock.queries.ts';

/** Tells a store's members while a marketplace refuses quantities, and takes it back when it shows what it should. */
export async function followRefusals(ctx: Context, marketplaceId: number): Promise<void> {
  const at = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    const marketplace = await lockMarketplace(tx, marketplaceId);
    if (marketplace === null) return;
    const { storeId, name } = marketplace;
    const refusal = await newestRefusal(tx, marketplaceId);
    if (refusal === null) {
      const kinds = ['stock_refused'] as const;
      await resolveNotifications(tx, { storeId, kinds, subjectId: marketplaceId, at });
      return;
    }
    await notify(tx, {
      storeId,
      kind: 'stock_refused',
      subjectId: marketplaceId,
      userId: null,
      title: `${name} refuses a quantity`,
      paragraphs: [
        `${refusal.sku ?? refusal.listing}: ${refusal.reason}`,
        'Until it is put right, the marketplace may sell what is not there.',
      ],
      place: `/products?tab=discrepancy&marketplace_id_eq=${String(marketplaceId)}`,
      at,
    });
  });
}
