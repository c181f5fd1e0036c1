import { zoneOfCountry } from '@evenstock/contract/stores/stores';
import { sql, type RawBuilder } from 'kysely';
import type { PageRequest } from '../../api/page-request.ts';
import type { Handle, Tx } from '../../platform/database/database.ts';

/** Country and zone as a table, for statements that need each store's own day. */
export const zones = sql`(values ${sql.join(
  Object.entries(zoneOfCountry).map(([country, zone]) => sql`(${country}::text, ${zone}::text)`),
)}) as z(country, zone)`;

export interface CountedDay {
  readonly storeId: number;
  readonly year: number;
  readonly month: number;
}

/** Counts the live listings that share a SKU, for every store without a count of its current day. */
export async function countDueStores(tx: Tx, now: Date): Promise<CountedDay[]> {
  const { rows } = await sql<CountedDay>`
    with due as (
      select s.id, to_char(${now}::timestamptz at time zone z.zone, 'YYYY-MM-DD') as day
      from stores s join ${zones} on z.country = s.country
      where s.deleted_at is null
        and not exists (
          select from merged_counts c
          where c.store_id = s.id and c.day = to_char(${now}::timestamptz at time zone z.zone, 'YYYY-MM-DD'))
    )
    insert into merged_counts (store_id, day, merged_count, counted_at)
    select due.id, due.day, coalesce(merged.listings, 0), ${now}
    from due
    left join lateral (
      select sum(v.live_listings) as listings from variants v
      where v.store_id = due.id and v.merged_into_id is null and v.live_listings > 1
    ) merged on true
    on conflict (store_id, day) do nothing
    returning store_id as "storeId", left(day, 4)::integer as year, substr(day, 6, 2)::integer as month`.execute(
    tx,
  );
  return rows;
}

/**
 * Counts a store again on its current day, unless the day's count is higher already.
 * @returns the day's month; null for a store that does not exist
 */
export async function recountDay(tx: Tx, storeId: number, now: Date): Promise<CountedDay | null> {
  const { rows } = await sql<CountedDay>`
    insert into merged_counts (store_id, day, merged_count, counted_at)
    select s.id, to_char(${now}::timestamptz at time zone z.zone, 'YYYY-MM-DD'), ${await countMerged(tx, storeId)}, ${now}
    from stores s join ${zones} on z.country = s.country
    where s.id = ${storeId}
    on conflict (store_id, day) do update
      set merged_count = greatest(merged_counts.merged_count, excluded.merged_count)
    returning store_id as "storeId", left(day, 4)::integer as year, substr(day, 6, 2)::integer as month`.execute(
    tx,
  );
  return rows[0] ?? null;
}

/** Updates the months of these counts to the mean of their daily counts. */
export async function refreshMonths(tx: Tx, counted: readonly CountedDay[], now: Date): Promise<void> {
  await sql`
    insert into monthly_subscription_infos (store_id, year, month, average_merged_hundredths, created_at)
    select c.store_id, t.year, t.month, round(avg(c.merged_count) * 100)::integer, ${now}
    from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) as t("storeId" bigint, year integer, month integer)
    join merged_counts c on c.store_id = t."storeId"
      and c.day between to_char(make_date(t.year, t.month, 1), 'YYYY-MM-DD') and to_char(make_date(t.year, t.month, 1), 'YYYY-MM-31')
    group by c.store_id, t.year, t.month
    on conflict (store_id, year, month) do update set average_merged_hundredths = excluded.average_merged_hundredths`.execute(
    tx,
  );
}

/** Live listings of a store that share a SKU with another one. */
export async function countMerged(db: Handle, storeId: number): Promise<number> {
  const { rows } = await sql<{ merged: number }>`
    select coalesce(sum(live_listings), 0)::integer as merged from variants
    where store_id = ${storeId} and merged_into_id is null and live_listings > 1`.execute(db);
  return rows[0]?.merged ?? 0;
}

export interface InfoRow {
  readonly id: number;
  readonly storeId: number;
  readonly storeSlug: string | null;
  readonly storeName: string;
  readonly year: number;
  readonly month: number;
  /** Hundredths of a listing. */
  readonly averageHundredths: number;
  /** What was charged for the month so far, in minor units of SGD. */
  readonly charged: number;
  readonly createdAt: Date;
}

const ofStore = (storeId: number | null): RawBuilder<unknown> =>
  storeId === null ? sql`` : sql`where i.store_id = ${storeId}`;

/** The statement of one page of months, of one store or of all. */
export function infosPage(
  storeId: number | null,
  direction: 'asc' | 'desc',
  page: PageRequest,
): RawBuilder<InfoRow> {
  const way = direction === 'asc' ? sql`asc` : sql`desc`;
  return sql<InfoRow>`
    select i.id, i.store_id as "storeId", case when s.deleted_at is null then s.slug end as "storeSlug", s.name as "storeName",
      i.year, i.month, i.average_merged_hundredths as "averageHundredths", i.created_at as "createdAt",
      coalesce((select sum(c.amount) from subscription_charges c where c.info_id = i.id), 0)::integer as charged
    from (
      select * from monthly_subscription_infos i ${ofStore(storeId)}
      order by i.created_at ${way}, i.id ${way}
      limit ${page.perPage} offset ${page.offset}
    ) i
    join stores s on s.id = i.store_id
    order by i.created_at ${way}, i.id ${way}`;
}

/** One page of months, of one store or of all, and how many there are. */
export async function listInfos(
  db: Handle,
  storeId: number | null,
  direction: 'asc' | 'desc',
  page: PageRequest,
): Promise<{ rows: InfoRow[]; total: number }> {
  const { rows } = await infosPage(storeId, direction, page).execute(db);
  const count = await sql<{ total: number }>`
    select count(*)::integer as total from monthly_subscription_infos i ${ofStore(storeId)}`.execute(db);
  return { rows, total: count.rows[0]?.total ?? 0 };
}
