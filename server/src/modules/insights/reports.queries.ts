import type { ReportName } from '@evenstock/contract/kinds/report-names';
import type { ReportSeries } from '@evenstock/contract/insights/reports';
import { sql, type RawBuilder } from 'kysely';
import type { Identity } from '../../api/identity.ts';
import type { Handle } from '../../platform/database/database.ts';
import { sumsOfQuarters } from './order-quarters.queries.ts';
import type { Part } from './report.rules.ts';

export interface ReportQuestion {
  readonly storeId: number;
  readonly series: ReportSeries;
  /** The first instant is included, the second is not. */
  readonly from: Date;
  readonly before: Date;
  /** The zone whose days and hours count. */
  readonly zone: string;
}

const formats: Readonly<Record<ReportSeries, string>> = { days: 'YYYY-MM-DD', weekdays: 'ID', hours: 'HH24' };

/**
 * Adds up `value` by bucket. `rows` has `at`, `currency` and `value`: first by quarters of an hour, which no zone's clock divides, then
 * the few quarters by the zone's days or hours.
 */
const byBucket = ({ series, zone }: ReportQuestion, rows: RawBuilder<unknown>): RawBuilder<Part> => sql<Part>`
  select to_char(q.quarter at time zone ${zone}, ${formats[series]}) as bucket, q.currency, sum(q.value)::bigint as value
  from (
    select quarter_of(e.at) as quarter, e.currency, sum(e.value) as value
    from (${rows}) e group by 1, 2
  ) q
  group by 1, 2`;

/**
 * Adds up the totals of a store's orders by bucket: as they were counted, and for quarters that are not counted yet from the orders,
 * so that a report includes all that is committed.
 */
const ofOrders = (
  { storeId, series, from, before, zone }: ReportQuestion,
  {
    currency = sql`null::text`,
    value,
    where = sql`true`,
  }: {
    readonly currency?: RawBuilder<unknown>;
    readonly value: RawBuilder<unknown>;
    readonly where?: RawBuilder<unknown>;
  },
): RawBuilder<Part> => {
  const asked = sql`store_id = ${storeId} and quarter >= ${from} and quarter < ${before}`;
  const uncounted = sql`select distinct store_id, quarter from uncounted_quarters where ${asked}`;
  return sql<Part>`
    select to_char(q.quarter at time zone ${zone}, ${formats[series]}) as bucket, ${currency} as currency,
      sum(${value})::bigint as value
    from (
      select quarter, currency, orders, succeeded, total, units from order_quarters c
      where ${asked} and not exists (
        select from uncounted_quarters u where u.store_id = c.store_id and u.quarter = c.quarter)
      union all
      select quarter, currency, orders, succeeded, total, units from (${sumsOfQuarters(uncounted)}) s
    ) q
    where ${where}
    group by 1, 2`;
};

/** The reports of a store. Amounts are in minor units. */
export const storeReport: Readonly<
  Record<
    Exclude<ReportName, 'product_stocks' | 'product_purchased'>,
    (question: ReportQuestion) => RawBuilder<Part>
  >
> = {
  new_orders: (question) => ofOrders(question, { value: sql`q.orders` }),
  orders_total: (question) =>
    ofOrders(question, { currency: sql`q.currency`, value: sql`q.total`, where: sql`q.succeeded > 0` }),
  products_purchased: (question) => ofOrders(question, { value: sql`q.units` }),
  new_products: (question) =>
    byBucket(
      question,
      sql`select p.created_at as at, null::text as currency, 1 as value from products p
        where p.store_id = ${question.storeId} and p.created_at >= ${question.from} and p.created_at < ${question.before}`,
    ),
};

/** Units of a product that were bought and not cancelled, whatever SKUs and listings they were bought as. */
export const productPurchased = (question: ReportQuestion, productId: number): RawBuilder<Part> =>
  byBucket(
    question,
    sql`
      select o.source_created_at as at, null::text as currency, i.ordered - i.cancelled as value
      from (
        select i.id from variants v join order_items i on i.variant_id = v.id
        where v.product_id = ${productId} and v.merged_into_id is null
        union
        select i.id from variants v join variants m on m.merged_into_id = v.id join order_items i on i.variant_id = m.id
        where v.product_id = ${productId}
        union
        select i.id from variants v join variant_listings l on l.variant_id = v.id
        join order_items i on i.variant_listing_id = l.id and i.variant_id is null
        where v.product_id = ${productId}
      ) k
      join order_items i on i.id = k.id join orders o on o.id = i.order_id
      where o.store_id = ${question.storeId} and o.source_created_at >= ${question.from}
        and o.source_created_at < ${question.before} and o.state <> 'failed_orders'`,
  );

/** The current quantities of a product's SKUs, and the changes by the ledger since `from`, by day. */
export async function readProductStock(
  db: Handle,
  question: Pick<ReportQuestion, 'from' | 'zone'>,
  productId: number,
): Promise<{ quantity: number; changes: readonly Part[] }> {
  const { rows } = await sql<{ quantity: number; changes: readonly Part[] }>`
    select
      (select coalesce(sum(v.quantity), 0)::bigint from variants v where v.product_id = ${productId}) as quantity,
      (select coalesce(json_agg(json_build_object('bucket', c.bucket, 'currency', null, 'value', c.value)), '[]')
       from (
         select to_char(m.created_at at time zone ${question.zone}, 'YYYY-MM-DD') as bucket, sum(m.adjustment) as value
         from variants v join stock_movements m on m.variant_id = v.id
         where v.product_id = ${productId} and m.created_at >= ${question.from}
         group by 1
       ) c) as changes`.execute(db);
  return rows[0] ?? { quantity: 0, changes: [] };
}

/** The id of a product of a store; null where it has none such. */
export async function findReportedProduct(
  db: Handle,
  storeId: number,
  identity: Identity,
): Promise<number | null> {
  const named = 'id' in identity ? sql`p.id = ${identity.id}` : sql`p.slug = ${identity.slug}`;
  const { rows } = await sql<{ id: number }>`
    select p.id from products p where p.store_id = ${storeId} and ${named}`.execute(db);
  return rows[0]?.id ?? null;
}
