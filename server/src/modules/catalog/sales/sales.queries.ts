import { sql, type RawBuilder } from 'kysely';
import type { Handle, Tx } from '../../../platform/database/database.ts';

/** Writes what `sold` counts (`id`, `ever`, `lately`) to the listings whose numbers differ from it. */
const writeSales = (sold: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  with ${sold}
  update variant_listings l set quantity_sold = sold.ever, past_30_days_sales_count = sold.lately
  from sold
  where l.id = sold.id and (l.quantity_sold, l.past_30_days_sales_count) is distinct from (sold.ever, sold.lately)`;

/** Units sold of the lines `i` of the orders `o`: ever, and since an instant. */
const unitsSold = (since: Date): RawBuilder<unknown> => sql`
  coalesce(sum(i.ordered - i.cancelled), 0)::integer as ever,
  coalesce(sum(i.ordered - i.cancelled) filter (where o.source_created_at >= ${since}), 0)::integer as lately`;

/** Counts the sales of each listing since an instant, and ever, from every line there is. */
export async function countListingSales(db: Handle, since: Date): Promise<void> {
  await writeSales(sql`
    sold as (
      select i.variant_listing_id as id, ${unitsSold(since)}
      from order_items i join orders o on o.id = i.order_id
      where i.variant_listing_id is not null
      group by i.variant_listing_id
    )`).execute(db);
}

/**
 * Counts the sales of the listings whose numbers may have changed without a write: orders that have become older than the period, and new
 * ones, whose units were not added where a listing was locked. It reads the lines of these listings alone.
 */
export const changedListingSales = ({
  since,
  leftSince,
  importedSince,
}: {
  /** The begin of the period. */
  readonly since: Date;
  /** Orders from then until the begin of the period have left it. */
  readonly leftSince: Date;
  readonly importedSince: Date;
}): RawBuilder<unknown> =>
  writeSales(sql`
    touched as materialized (
      select o.id from stores s cross join lateral (
        select o.id from orders o
        where o.store_id = s.id and o.source_created_at >= ${leftSince} and o.source_created_at < ${since} offset 0) o
      union
      select o.id from marketplaces m cross join lateral (
        select o.id from orders o where o.marketplace_id = m.id and o.imported_at >= ${importedSince} offset 0) o
    ),
    chosen as materialized (
      select distinct i.variant_listing_id as id from touched t cross join lateral (
        select i.variant_listing_id from order_items i where i.order_id = t.id offset 0) i
      where i.variant_listing_id is not null
    ),
    sold as (
      select c.id, u.ever, u.lately from chosen c cross join lateral (
        select ${unitsSold(since)} from order_items i cross join lateral (
          select o.source_created_at from orders o where o.id = i.order_id offset 0) o
        where i.variant_listing_id = c.id) u
    )`);

/** The units that an order adds to the sales of a listing; negative where they were cancelled. */
export interface SoldUnits {
  readonly listingId: number;
  readonly units: number;
}

/**
 * Adds units to the sales of listings and of their SKUs. A set's units also count for its parts. Each listing is named once. A locked
 * listing is skipped: its transaction locks SKUs next, so waiting here could deadlock.
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
    ), added as (
      select variant_id as id, units from counted
      union all
      select p.part_id, p.units * c.units from counted c join set_parts p on p.set_id = c.variant_id
    )
    update variants v set past_30_days_sales_count = v.past_30_days_sales_count + a.units
    from (select id, sum(units)::integer as units from added group by id) a
    where v.id = a.id and ${isRecent}::boolean`.execute(tx);
}

/** Adds up the recent sales of each SKU: those of its listings, and its units in the sets that sold. Unchanged rows are not written. */
export async function countVariantSales(db: Handle): Promise<void> {
  await sql`
    with listed as (
      select variant_id as id, sum(past_30_days_sales_count)::integer as units
      from variant_listings group by variant_id
    ), sold as (
      select id, sum(units)::integer as lately from (
        select id, units from listed
        union all
        select p.part_id, p.units * l.units from set_parts p join listed l on l.id = p.set_id
      ) s group by id
    )
    update variants v set past_30_days_sales_count = sold.lately
    from sold
    where v.id = sold.id and v.past_30_days_sales_count <> sold.lately`.execute(db);
}
