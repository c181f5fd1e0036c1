import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { readOrder } from './read-order.ts';

/** So far back an order may have come before its listing was known. */
const BACK_MS = 86_400_000;
const AT_ONCE = 100;

/**
 * Orders that came before their listing was known or counted, and were placed after it was counted: they are read again, so that
 * their units are taken from the quantity.
 */
export async function matchLines(ctx: Context, { marketplaceId }: { marketplaceId: number }): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - BACK_MS);
  const { rows } = await sql<{ number: string; storeId: number }>`
    select distinct o.number, o.store_id as "storeId"
    from orders o
    join order_items i on i.order_id = o.id and i.variant_id is null
    join variant_listings l on l.marketplace_id = o.marketplace_id and l.channel_item_id = i.channel_item_id
      and l.channel_variant_id = i.channel_variant_id and l.deleted_at is null
    join listing_stocks s on s.variant_listing_id = l.id and s.counted_from <= o.source_created_at + interval '3 seconds'
    where o.marketplace_id = ${marketplaceId} and o.source_created_at >= ${since}
      and o.store_id = (select store_id from marketplaces where id = ${marketplaceId})
    limit ${AT_ONCE}`.execute(ctx.db);
  for (const { number, storeId } of rows) {
    await readOrder(ctx, { storeId, marketplaceId }, number, 'normal');
  }
}
