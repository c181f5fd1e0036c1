import { sql } from 'kysely';
import type { Handle, Tx } from '../../../platform/database/database.ts';

/** The person who was shown buyers, and the day of the store, YYYY-MM-DD. */
export interface Reading {
  readonly storeId: number;
  readonly userId: number;
  readonly day: string;
}

/** The subset of these orders whose reading is not recorded yet. */
export async function unrecorded(
  db: Handle,
  { userId, day }: Reading,
  orderIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select asked.id from unnest(${orderIds}::bigint[]) as asked (id)
    where not exists (
      select from buyer_readings r where r.user_id = ${userId} and r.order_id = asked.id and r.day = ${day})`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Records that the buyers of orders were shown. @returns the orders whose reading was not recorded yet */
export async function insertReadings(
  tx: Tx,
  { storeId, userId, day }: Reading,
  orderIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ order_id: number }>`
    insert into buyer_readings (store_id, user_id, order_id, day)
    select ${storeId}, ${userId}, id, ${day} from unnest(${orderIds}::bigint[]) as asked (id) order by id
    on conflict do nothing returning order_id`.execute(tx);
  return rows.map(({ order_id: id }) => id);
}

/** Deletes readings before a day: they no longer decide anything. */
export async function deleteReadingsBefore(db: Handle, day: string): Promise<void> {
  await db.deleteFrom('buyer_readings').where('day', '<', day).execute();
}
