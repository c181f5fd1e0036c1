import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';

/** Deletes some words of an order's buyer. */
export async function deleteWords(tx: Tx, orderId: number, words: readonly Buffer[]): Promise<void> {
  await sql`
    delete from order_buyer_words where order_id = ${orderId} and fingerprint = any(${words}::bytea[])`.execute(
    tx,
  );
}
