import { sql } from 'kysely';
import type { Handle } from '../../platform/database/database.ts';

export interface DaySummary {
  readonly new_orders: number;
  readonly new_buyers: number;
  readonly orders_to_ship: number;
  readonly sales: readonly { currency: string; amount: number }[];
}

/**
 * Orders and sales of one day: the first instant is included, the second is not. A buyer is new on the day of the first order. Sales
 * leave failed orders out; amounts are in minor units by currency. Orders to ship are all open ones, of any day.
 */
export async function summariseDay(
  db: Handle,
  storeId: number,
  day: { readonly from: Date; readonly before: Date },
): Promise<DaySummary> {
  const { rows } = await sql<DaySummary>`
    with today as materialized (
      select o.buyer_key, o.currency, o.total_amount, o.state from orders o
      where o.store_id = ${storeId} and o.source_created_at >= ${day.from} and o.source_created_at < ${day.before}
    )
    select
      (select count(*)::integer from today) as new_orders,
      (select count(*)::integer from (select distinct t.buyer_key from today t where t.buyer_key is not null) b
       where not exists (
         select from orders e
         where e.store_id = ${storeId} and e.buyer_key = b.buyer_key and e.source_created_at < ${day.from})) as new_buyers,
      (select count(*)::integer from orders s
       where s.store_id = ${storeId} and s.state = 'staff_to_process') as orders_to_ship,
      (select coalesce(json_agg(json_build_object('currency', c.currency, 'amount', c.amount) order by c.currency), '[]')
       from (select t.currency, sum(t.total_amount) as amount from today t
             where t.state <> 'failed_orders' group by t.currency) c) as sales`.execute(db);
  return rows[0] ?? { new_orders: 0, new_buyers: 0, orders_to_ship: 0, sales: [] };
}
