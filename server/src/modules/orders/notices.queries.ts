import { sql } from 'kysely';
import type { Handle } from '../../platform/database.ts';

export interface OpenNotice {
  readonly id: number;
  readonly store_id: number;
  readonly about: unknown;
}

/** The oldest notices of a connected marketplace that nobody has followed yet. */
export async function openNotices(
  db: Handle,
  marketplaceId: number,
  limit: number,
): Promise<readonly OpenNotice[]> {
  const { rows } = await sql<OpenNotice>`
    select d.id, m.store_id, d.about
    from webhook_deliveries d join marketplaces m on m.id = d.marketplace_id
    where d.marketplace_id = ${marketplaceId} and d.processed_at is null and m.state = 'verified'
      and m.deleted_at is null and m.deactivated_at is null
    order by d.id limit ${limit}`.execute(db);
  return rows;
}

/** The items that stock references of the channel belong to. */
export async function itemsOfStockRefs(
  db: Handle,
  marketplaceId: number,
  stockRefs: readonly Readonly<Record<string, string>>[],
): Promise<readonly string[]> {
  if (stockRefs.length === 0) return [];
  const { rows } = await sql<{ channel_item_id: string }>`
    select distinct l.channel_item_id
    from jsonb_array_elements(${JSON.stringify(stockRefs)}::jsonb) r(stock_ref)
    join variant_listings l on l.stock_ref @> r.stock_ref
    where l.marketplace_id = ${marketplaceId} and l.stock_ref <> '{}'`.execute(db);
  return rows.map(({ channel_item_id }) => channel_item_id);
}
