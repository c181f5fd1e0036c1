import { sql, type RawBuilder } from 'kysely';
import type { Handle } from '../../../platform/database/database.ts';

/** The statement of `insertLackingTexts`. Tracking codes and names are joined as the import of an order joins them. */
export const lackingTexts = (most: number): RawBuilder<unknown> => sql`
  insert into order_texts (order_id, store_id, source_created_at, numbers, products)
  select o.id, o.store_id, o.source_created_at, search_key(o.reference_number || e'\\n' || coalesce(i.tracking, '')),
    search_key(coalesce(i.products, ''))
  from orders o
  left join lateral (
    select string_agg(distinct l.tracking_code || e'\\n', '') as tracking,
      string_agg(distinct l.name || ' ' || coalesce(l.sku, ''), e'\\n') as products
    from order_items l where l.order_id = o.id) i on true
  where not exists (select from order_texts t where t.order_id = o.id)
  limit ${most}
  on conflict (order_id) do nothing`;

/**
 * Writes the searched texts of orders that have none.
 * @param most the most orders at a time
 * @returns how many were written
 */
export async function insertLackingTexts(db: Handle, most: number): Promise<number> {
  const { numAffectedRows } = await lackingTexts(most).execute(db);
  return Number(numAffectedRows ?? 0);
}
