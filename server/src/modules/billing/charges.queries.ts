import { pricing } from '@evenstock/contract/billing/billing';
import { sql, type RawBuilder } from 'kysely';
import type { Handle, Tx } from '../../platform/database/database.ts';
import { zones } from './subscription-infos.queries.ts';

/** The months of subscriptions, as `b`, `s`, `i` and `m`; a month that was charged for the subscription is left out. */
const unchargedMonths = sql`
  store_subscriptions b
  join stores s on s.id = b.store_id
  join ${zones} on z.country = s.country
  join monthly_subscription_infos i on i.store_id = b.store_id
  cross join lateral (
    select (make_date(i.year, i.month, 1) + interval '1 month') at time zone z.zone as ended_at) m
  where not exists (
      select from subscription_charges c
      where c.info_id = i.id and c.subscription_id = b.id)`;

/** Condition of the months that ended while the subscription was active, and have a price. */
function isOver(now: Date): RawBuilder<unknown> {
  return sql`i.average_merged_hundredths > ${pricing.freeMerged * 100}
    and b.began_at < m.ended_at and m.ended_at <= least(${now}::timestamptz, b.ended_at)`;
}

/** Subscriptions with a month that is over in their store's zone and is not billed. */
export async function subscriptionsToCharge(db: Handle, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct b.id from ${unchargedMonths} and ${isOver(now)}
    union
    select subscription_id from subscription_charges
    where charged_at is null and amount > 0
    order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

export interface MonthToCharge {
  readonly infoId: number;
  readonly averageHundredths: number;
  /** What other subscriptions of the store were charged for the month, in minor units of SGD. */
  readonly charged: number;
}

const monthColumns = sql`i.id as "infoId", coalesce((
  select sum(c.amount) from subscription_charges c where c.info_id = i.id), 0)::integer as charged`;

/** The months of a subscription that are over and not charged. */
export async function monthsToCharge(tx: Tx, subscriptionId: string, now: Date): Promise<MonthToCharge[]> {
  const { rows } = await sql<MonthToCharge>`
    select ${monthColumns}, i.average_merged_hundredths as "averageHundredths"
    from ${unchargedMonths} and b.id = ${subscriptionId} and ${isOver(now)}
    order by i.id`.execute(tx);
  return rows;
}

/** The month in which a subscription ended, with the mean of the days of it on which there was the subscription. */
export async function lastMonthToCharge(tx: Tx, subscriptionId: string): Promise<MonthToCharge | null> {
  const { rows } = await sql<MonthToCharge>`
    select ${monthColumns}, (
        select coalesce(round(avg(d.merged_count) * 100), 0)::integer from merged_counts d
        where d.store_id = b.store_id and d.day <= to_char(b.ended_at at time zone z.zone, 'YYYY-MM-DD')
          and d.day >= to_char(
            greatest(make_date(i.year, i.month, 1), b.began_at at time zone z.zone), 'YYYY-MM-DD')
      ) as "averageHundredths"
    from ${unchargedMonths} and b.id = ${subscriptionId}
      and i.year = extract(year from b.ended_at at time zone z.zone)
      and i.month = extract(month from b.ended_at at time zone z.zone)`.execute(tx);
  return rows[0] ?? null;
}

/** Records what a subscription costs for a month, once. */
export async function insertCharge(
  tx: Tx,
  charge: {
    readonly storeId: number;
    readonly subscriptionId: string;
    readonly infoId: number;
    readonly averageHundredths: number;
    readonly amount: number;
    readonly at: Date;
  },
): Promise<void> {
  await tx
    .insertInto('subscription_charges')
    .values({
      store_id: charge.storeId,
      info_id: charge.infoId,
      subscription_id: charge.subscriptionId,
      average_merged_hundredths: charge.averageHundredths,
      amount: charge.amount,
      created_at: charge.at,
    })
    .onConflict((conflict) => conflict.columns(['info_id', 'subscription_id']).doNothing())
    .execute();
}

export interface UnbilledCharge {
  readonly infoId: number;
  readonly year: number;
  readonly month: number;
  readonly averageHundredths: number;
  /** Minor units of SGD. */
  readonly amount: number;
  readonly storeName: string;
}

/** What a subscription costs and the provider does not know of yet. */
export async function listUnbilled(db: Handle, subscriptionId: string): Promise<UnbilledCharge[]> {
  const { rows } = await sql<UnbilledCharge>`
    select c.info_id as "infoId", i.year, i.month, c.average_merged_hundredths as "averageHundredths", c.amount,
      s.name as "storeName"
    from subscription_charges c
    join monthly_subscription_infos i on i.id = c.info_id
    join stores s on s.id = c.store_id
    where c.subscription_id = ${subscriptionId} and c.charged_at is null and c.amount > 0
    order by c.info_id`.execute(db);
  return rows;
}

/** Records the provider's id of a charge. */
export async function markBilled(
  db: Handle,
  charge: { readonly subscriptionId: string; readonly infoId: number; readonly itemId: string },
  at: Date,
): Promise<void> {
  await db
    .updateTable('subscription_charges')
    .set({ charged_at: at, invoice_item_id: charge.itemId })
    .where('subscription_id', '=', charge.subscriptionId)
    .where('info_id', '=', charge.infoId)
    .where('charged_at', 'is', null)
    .execute();
}
