import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';

/** Deletes some words of an order's buyer. */
export async function deleteWords(tx: Tx, orderId: number, words: readonly Buffer[]): Promise<void> {
  await sql`
    delete from order_buyer_words where order_id = ${orderId} and fingerprint = any(${words}::bytea[])`.execute(
    tx,
  );
}

/** Locks the cursor of the job that writes the words of earlier orders. It is null if all are written or another worker holds it. */
export async function lockWordProgress(tx: Tx): Promise<number | null> {
  const { rows } = await sql<{ after: number }>`
    select after_order_id as after from buyer_word_progress for update skip locked`.execute(tx);
  return rows[0]?.after ?? null;
}

/** Orders past an id with their sealed buyers, locked so that no import changes them meanwhile. */
export async function lockOrdersAfter(
  tx: Tx,
  after: number,
  limit: number,
): Promise<{ id: number; storeId: number; sealed: Buffer | null }[]> {
  const { rows } = await sql<{ id: number; storeId: number; sealed: Buffer | null }>`
    select id, store_id as "storeId", buyer_sealed as sealed from orders
    where id > ${after} order by id limit ${limit} for update`.execute(tx);
  return rows;
}

export interface WordOfOrder {
  readonly orderId: number;
  readonly storeId: number;
  readonly word: Buffer;
}

/** Adds words of buyers' names; those that are there stay. */
export async function insertWords(tx: Tx, words: readonly WordOfOrder[]): Promise<void> {
  await sql`
    insert into order_buyer_words (store_id, fingerprint, order_id)
    select * from unnest(${words.map(({ storeId }) => storeId)}::bigint[], ${words.map(({ word }) => word)}::bytea[],
      ${words.map(({ orderId }) => orderId)}::bigint[])
    on conflict do nothing`.execute(tx);
}

/** Advances the cursor past an order; null: the words of all earlier orders are written. */
export async function moveWordProgress(tx: Tx, after: number | null): Promise<void> {
  if (after === null) await sql`delete from buyer_word_progress`.execute(tx);
  else await sql`update buyer_word_progress set after_order_id = ${after}`.execute(tx);
}
