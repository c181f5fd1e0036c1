import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import type { NamedMarketplace } from './lock-marketplace.ts';

/** Records that orders of a marketplace are pulled for the first time. */
export async function recordFirstOrderPull(tx: Tx, marketplaceId: number, at: Date): Promise<void> {
  await tx
    .updateTable('marketplaces')
    .set({ start_pulling_orders_at: at })
    .where('id', '=', marketplaceId)
    .where('start_pulling_orders_at', 'is', null)
    .execute();
}

/** Records what a marketplace's page says of a pull that has ended. */
export async function recordPulled(
  tx: Tx,
  marketplaceId: number,
  kind: 'listings' | 'orders',
  at: Date,
): Promise<void> {
  if (kind === 'listings') {
    await sql`
      update marketplaces set last_pull_products_at = ${at}, num_product_listings = (
        select count(*) from product_listings i where i.marketplace_id = ${marketplaceId} and i.state <> 'deleted')
      where id = ${marketplaceId}`.execute(tx);
    return;
  }
  await sql`
    update marketplaces set num_orders = (select count(*) from orders o where o.marketplace_id = ${marketplaceId})
    where id = ${marketplaceId}`.execute(tx);
}

export interface FirstSynced extends NamedMarketplace {
  readonly numOrders: number;
  readonly numProductListings: number;
}

/**
 * Records that the first pulls after an authorisation are done.
 * @returns null where that was recorded before
 */
export async function recordFirstSync(tx: Tx, marketplaceId: number, at: Date): Promise<FirstSynced | null> {
  const { rows } = await sql<FirstSynced>`
    update marketplaces set first_synced_at = ${at}
    where id = ${marketplaceId} and first_synced_at is null and verified_at is not null
    returning id, store_id as "storeId", slug, name, num_orders as "numOrders",
      num_product_listings as "numProductListings"`.execute(tx);
  return rows[0] ?? null;
}
