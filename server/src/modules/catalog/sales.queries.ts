import { sql } from 'kysely';
import type { Handle } from '../../platform/database.ts';

/** Counts what each listing sold since an instant, and ever; rows that say so already are left alone. */
export async function countListingSales(db: Handle, since: Date): Promise<void> {
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
    db,
  );
}

/** Adds up what the listings of each SKU sold lately; rows that say so already are left alone. */
export async function countVariantSales(db: Handle): Promise<void> {
  await sql`
    with sold as (
      select l.variant_id as id, sum(l.past_30_days_sales_count)::integer as lately
      from variant_listings l group by l.variant_id
    )
    update variants v set past_30_days_sales_count = sold.lately
    from sold
    where v.id = sold.id and v.past_30_days_sales_count <> sold.lately`.execute(db);
}
