import type { Cursor } from '@evenstock/connectors/kit/paging';
import { sql } from 'kysely';
import type { Handle } from '../../../platform/database/database.ts';
import type { Day } from '../../../platform/time/days.ts';

/** An unfinished check of a marketplace's last days. */
export interface DayCheck {
  readonly firstDay: Day;
  readonly lastDay: Day;
  /** The end of the last window that it lists. */
  readonly until: Date;
  /** The windows that were listed, then the days that were recorded. */
  readonly step: number;
  /** Where the next page of the window begins; null: at its first. */
  readonly cursor: Cursor | null;
  /** The newest day that the marketplace refused to list. */
  readonly refusedDay: Day | null;
  readonly movedAt: Date;
}

export async function findCheck(db: Handle, marketplaceId: number): Promise<DayCheck | null> {
  const { rows } = await sql<DayCheck>`
    select first_day as "firstDay", last_day as "lastDay", until, step, cursor, refused_day as "refusedDay", moved_at as "movedAt"
    from order_day_checks where marketplace_id = ${marketplaceId}`.execute(db);
  return rows[0] ?? null;
}

/** Begins a check, in place of an unfinished one. */
export async function insertCheck(
  tx: Handle,
  { storeId, marketplaceId }: { readonly storeId: number; readonly marketplaceId: number },
  { firstDay, lastDay, until, movedAt }: Pick<DayCheck, 'firstDay' | 'lastDay' | 'until' | 'movedAt'>,
): Promise<void> {
  await deleteCheck(tx, marketplaceId);
  await sql`
    insert into order_day_checks (marketplace_id, store_id, first_day, last_day, until, moved_at)
    values (${marketplaceId}, ${storeId}, ${firstDay}, ${lastDay}, ${until}, ${movedAt})`.execute(tx);
}

/** Keeps how far a check has come. */
export async function moveCheck(
  tx: Handle,
  marketplaceId: number,
  { step, cursor, refusedDay, movedAt }: Pick<DayCheck, 'step' | 'cursor' | 'refusedDay' | 'movedAt'>,
): Promise<void> {
  await sql`
    update order_day_checks set step = ${step}, cursor = ${cursor === null ? null : JSON.stringify(cursor)}::jsonb,
      refused_day = ${refusedDay}, moved_at = ${movedAt}
    where marketplace_id = ${marketplaceId}`.execute(tx);
}

export async function deleteCheck(tx: Handle, marketplaceId: number): Promise<void> {
  await sql`delete from order_day_checks where marketplace_id = ${marketplaceId}`.execute(tx);
}

/** An order that was listed, by the marketplace's own id, and whether it was not here. */
export interface ListedOrder {
  readonly day: Day;
  readonly channelId: string;
  readonly fetched: boolean;
}

/** Keeps which orders were listed; of an order that is listed again the first stays. */
export async function keepListed(
  db: Handle,
  marketplaceId: number,
  listed: readonly ListedOrder[],
): Promise<void> {
  await sql`
    insert into order_day_listed (marketplace_id, day, channel_order_id, fetched)
    select ${marketplaceId}, e.day, e."channelId", e.fetched
    from jsonb_to_recordset(${JSON.stringify(listed)}::jsonb) e(day text, "channelId" text, fetched boolean)
    on conflict do nothing`.execute(db);
}

/** Counts the orders of a day that were listed, those of them that are here, and those that had to be fetched. */
export async function countListed(
  db: Handle,
  marketplaceId: number,
  day: Day,
): Promise<{ readonly listed: number; readonly here: number; readonly fetched: number }> {
  const { rows } = await sql<{ listed: number; here: number; fetched: number }>`
    select count(*)::integer as listed, count(o.id)::integer as here, (count(*) filter (where n.fetched))::integer as fetched
    from order_day_listed n
    left join orders o on o.marketplace_id = n.marketplace_id and o.channel_order_id = n.channel_order_id
    where n.marketplace_id = ${marketplaceId} and n.day = ${day}`.execute(db);
  return rows[0] ?? { listed: 0, here: 0, fetched: 0 };
}

/** The newest day of a marketplace that has a result; null where none has. */
export async function newestDay(db: Handle, marketplaceId: number): Promise<Day | null> {
  const { rows } = await sql<{ day: Day | null }>`
    select max(day) as day from order_days where marketplace_id = ${marketplaceId}`.execute(db);
  return rows[0]?.day ?? null;
}
