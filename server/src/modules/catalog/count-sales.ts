import { sql } from 'kysely';
import type { Context } from '../../context.ts';

const PERIOD_DAYS = 30;

/**
 * Counts anew what each SKU and each listing sold in the last 30 days, and each listing ever: units ordered less units
 * cancelled. Rows that say so already are left alone.
 */
export async function countSales(ctx: Context): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - PERIOD_DAYS * 86_400_000);
  await sql`
    with sold as (
      select i.variant_listing_id as id, sum(i.ordered - i.cancelled)::integer as ever,
        coalesce(sum(i.ordered - i.cancelled) filter (where o.source_created_at >= ${since}), 0)::integer as lately
      from order_items i join orders o on o.id = i.order_id
      where i.variant_listing_id is not null
      group by i.variant_listing_id
    )
    update variant_listings l set quantity_sold = sold.ever, past_30_days_sales_count = sold.lately
    from sold
    where l.id = sold.id and (l.quantity_sold, l.past_30_days_sales_count) is distinct from (sold.ever, sold.lately)`.execute(
    ctx.db,
  );
  await sql`
    with sold as (
      select l.variant_id as id, sum(l.past_30_days_sales_count)::integer as lately
      from variant_listings l group by l.variant_id
    )
    update variants v set past_30_days_sales_count = sold.lately
    from sold
    where v.id = sold.id and v.past_30_days_sales_count <> sold.lately`.execute(ctx.db);
}
