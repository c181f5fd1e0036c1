import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/database.ts';

/** Counts the sales of each listing since an instant, and ever; unchanged rows are not written. */
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

/** The units that an order adds to the sales of a listing; negative where they were cancelled. */
export interface SoldUnits {
  readonly listingId: number;
  readonly units: number;
}

/**
 * Adds units to the sales of listings and their SKUs; each listing is named once. It skips a listing whose row is locked: transactions
 * that change listings lock SKUs after them, so waiting here could deadlock.
 */
export async function addListingSales(tx: Tx, sold: readonly SoldUnits[], isRecent: boolean): Promise<void> {
  await sql`
    with sold as (
      select t."listingId" as id, t.units
      from jsonb_to_recordset(${JSON.stringify(sold)}::jsonb) as t("listingId" bigint, units integer)
    ), free as (
      select l.id from variant_listings l
      where l.id = any(${sold.map(({ listingId }) => listingId)}::bigint[]) for no key update skip locked
    ), counted as (
      update variant_listings l set quantity_sold = l.quantity_sold + s.units,
        past_30_days_sales_count = l.past_30_days_sales_count + case when ${isRecent}::boolean then s.units else 0 end
      from sold s join free on free.id = s.id
      where l.id = s.id
      returning l.variant_id, s.units
    )
    update variants v set past_30_days_sales_count = v.past_30_days_sales_count + c.units
    from (select variant_id, sum(units)::integer as units from counted group by variant_id) c
    where v.id = c.variant_id and ${isRecent}::boolean`.execute(tx);
}

/** Adds up the recent sales of the listings of each SKU; unchanged rows are not written. */
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
