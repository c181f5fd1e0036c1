import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/**
 * The totals of the orders of quarters of an hour. `quarters` has distinct pairs of `store_id` and `quarter`. The orders of each
 * quarter are read separately: a join by store would compare each order of it with each quarter.
 */
export const sumsOfQuarters = (quarters: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select q.store_id, q.quarter, s.currency, s.orders, s.succeeded, s.total, s.units
  from (${quarters}) q
  cross join lateral (
    select o.currency, count(*)::integer as orders,
      count(*) filter (where o.state <> 'failed_orders')::integer as succeeded,
      coalesce(sum(o.total_amount) filter (where o.state <> 'failed_orders'), 0)::bigint as total,
      coalesce(sum(l.units) filter (where o.state <> 'failed_orders'), 0)::bigint as units
    from orders o
    cross join lateral (select sum(i.ordered - i.cancelled) as units from order_items i where i.order_id = o.id) l
    where o.store_id = q.store_id and o.source_created_at >= q.quarter
      and o.source_created_at < q.quarter + interval '15 minutes'
    group by o.currency
  ) s`;

/** Locks the count until the transaction ends; false where another transaction counts. */
export async function tryLockCount(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('order_quarters', 0)) as "isLocked"`.execute(tx);
  return rows[0]?.isLocked === true;
}

export interface Quarters {
  readonly storeIds: readonly number[];
  readonly starts: readonly Date[];
}

/** Claims some of the quarters whose orders changed. */
export async function takeUncounted(tx: Tx, limit: number): Promise<Quarters> {
  const { rows } = await sql<{ storeId: number; start: Date }>`
    with taken as (
      select distinct store_id, quarter from uncounted_quarters order by store_id, quarter limit ${limit}
    ), gone as (
      delete from uncounted_quarters u using taken t where u.store_id = t.store_id and u.quarter = t.quarter
    )
    select store_id as "storeId", quarter as start from taken`.execute(tx);
  return { storeIds: rows.map(({ storeId }) => storeId), starts: rows.map(({ start }) => start) };
}

/** Counts quarters again. Changes that were committed since they were claimed are included, and cause one more count. */
export async function countQuarters(tx: Tx, { storeIds, starts }: Quarters): Promise<void> {
  const quarters = sql`
    select * from unnest(${storeIds}::bigint[], ${starts}::timestamptz[]) k(store_id, quarter)`;
  await sql`
    delete from order_quarters c using (${quarters}) q
    where c.store_id = q.store_id and c.quarter = q.quarter`.execute(tx);
  await sql`
    insert into order_quarters (store_id, quarter, currency, orders, succeeded, total, units)
    ${sumsOfQuarters(quarters)}`.execute(tx);
}
