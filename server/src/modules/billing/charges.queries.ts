import { pricing } from '@evenstock/contract/billing';
import { sql } from 'kysely';
import type { Handle } from '../../platform/database.ts';
import { zones } from './subscription-infos.queries.ts';

/** Months that are over in their store's zone, have a price, began under the current subscription, and are not charged. */
export async function monthsToCharge(db: Handle, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select i.id
    from monthly_subscription_infos i
    join stores s on s.id = i.store_id
    join ${zones} on z.country = s.country
    cross join lateral (
      select (make_date(i.year, i.month, 1) + interval '1 month') at time zone z.zone as ended_at) m
    where i.charged_at is null and i.average_merged_hundredths > ${pricing.freeMerged * 100}
      and s.deleted_at is null and m.ended_at <= ${now}
      and exists (
        select from payment_events e
        where e.subscription_id = s.stripe_subscription_id and e.received_at < m.ended_at)
    order by i.id`.execute(db);
  return rows.map(({ id }) => id);
}

export interface MonthToCharge {
  readonly id: number;
  readonly year: number;
  readonly month: number;
  readonly averageHundredths: number;
  readonly storeName: string;
  readonly subscriptionId: string | null;
}

/** A month that is not charged. */
export async function findUncharged(db: Handle, infoId: number): Promise<MonthToCharge | null> {
  const { rows } = await sql<MonthToCharge>`
    select i.id, i.year, i.month, i.average_merged_hundredths as "averageHundredths", s.name as "storeName",
      s.stripe_subscription_id as "subscriptionId"
    from monthly_subscription_infos i join stores s on s.id = i.store_id
    where i.id = ${infoId} and i.charged_at is null`.execute(db);
  return rows[0] ?? null;
}

/** Records the provider's id of a charged month. */
export async function markCharged(db: Handle, infoId: number, itemId: string, at: Date): Promise<void> {
  await db
    .updateTable('monthly_subscription_infos')
    .set({ charged_at: at, invoice_item_id: itemId })
    .where('id', '=', infoId)
    .where('charged_at', 'is', null)
    .execute();
}
