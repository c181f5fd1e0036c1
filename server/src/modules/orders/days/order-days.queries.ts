import type { zoneOfCountry } from '@evenstock/contract/stores/stores';
import { sql } from 'kysely';
import type { Handle } from '../../../platform/database/database.ts';
import type { CountedDay, TheirDay } from './order-days.rules.ts';

/** Marketplaces whose first import is complete, and that can be read. */
export async function checkableMarketplaces(db: Handle): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select m.id from marketplaces m join stores s on s.id = m.store_id and s.deleted_at is null
    where m.state = 'verified' and m.verified_at is not null and not m.needs_authorization
      and m.deleted_at is null and m.deactivated_at is null
      and exists (select from marketplace_pulls p
        where p.marketplace_id = m.id and p.kind = 'orders' and p.scope = 'first' and p.state = 'done')
    order by m.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** The store of a marketplace and its country; null where it is gone. */
export async function storeOfMarketplace(
  db: Handle,
  marketplaceId: number,
): Promise<{ readonly storeId: number; readonly country: keyof typeof zoneOfCountry } | null> {
  const { rows } = await sql<{ storeId: number; country: keyof typeof zoneOfCountry }>`
    select s.id as "storeId", s.country
    from marketplaces m join stores s on s.id = m.store_id and s.deleted_at is null
    where m.id = ${marketplaceId} and m.deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

/** The subset of these orders that is stored for the marketplace, by its own ids. */
export async function ordersHere(
  db: Handle,
  marketplaceId: number,
  channelIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ channelId: string }>`
    select channel_order_id as "channelId" from orders
    where marketplace_id = ${marketplaceId} and channel_order_id = any(${channelIds})`.execute(db);
  return new Set(rows.map(({ channelId }) => channelId));
}

/** Counts the stored orders that were placed in an interval. */
export async function countHere(
  db: Handle,
  marketplace: { readonly storeId: number; readonly marketplaceId: number },
  span: { readonly from: Date; readonly before: Date },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from orders o
    where o.store_id = ${marketplace.storeId} and o.marketplace_id = ${marketplace.marketplaceId}
      and o.source_created_at >= ${span.from} and o.source_created_at < ${span.before}`.execute(db);
  return rows[0]?.count ?? 0;
}

interface DayCount extends TheirDay {
  readonly storeId: number;
  readonly marketplaceId: number;
  readonly day: string;
  readonly ours: number;
  readonly fetched: number;
  readonly at: Date;
}

/** Records the result of a day's check; the number of fetched orders is added to that of earlier checks. */
export async function recordDay(db: Handle, count: DayCount): Promise<void> {
  await sql`
    insert into order_days (store_id, marketplace_id, day, checked_at, theirs, counted_by, ours, fetched, missing)
    values (${count.storeId}, ${count.marketplaceId}, ${count.day}, ${count.at}, ${count.theirs}, ${count.countedBy},
      ${count.ours}, ${count.fetched}, ${count.missing})
    on conflict (marketplace_id, day) do update set checked_at = excluded.checked_at, theirs = excluded.theirs,
      counted_by = excluded.counted_by, ours = excluded.ours, fetched = order_days.fetched + excluded.fetched, missing = excluded.missing`.execute(
    db,
  );
}

export interface DayRecord extends CountedDay {
  readonly counted_by: TheirDay['countedBy'];
  readonly day: string;
  readonly checked_at: Date;
  readonly ours: number;
  readonly fetched: number;
  readonly marketplace_id: number;
  readonly marketplace_slug: string;
  readonly marketplace_name: string;
  readonly channel: string;
}

/** Records a day whose check was missed, where it has no result yet. */
export async function recordMissedDay(
  db: Handle,
  count: Pick<DayCount, 'storeId' | 'marketplaceId' | 'day' | 'ours' | 'at'>,
): Promise<void> {
  await sql`
    insert into order_days (store_id, marketplace_id, day, checked_at, ours, fetched, missing)
    values (${count.storeId}, ${count.marketplaceId}, ${count.day}, ${count.at}, ${count.ours}, 0, 0)
    on conflict do nothing`.execute(db);
}

/** The checked days of a store since a day, newest first. */
export async function daysSince(db: Handle, storeId: number, day: string): Promise<readonly DayRecord[]> {
  const { rows } = await sql<DayRecord>`
    select d.day, d.checked_at, d.theirs, d.counted_by, d.ours, d.fetched, d.missing,
      m.id as marketplace_id, m.slug as marketplace_slug, m.name as marketplace_name, m.channel
    from order_days d join marketplaces m on m.id = d.marketplace_id and m.deleted_at is null
    where d.store_id = ${storeId} and d.day >= ${day}
    order by d.day desc, m.id`.execute(db);
  return rows;
}
