import { sql, type RawBuilder } from 'kysely';
import type { Handle, Tx } from '../../../platform/database/database.ts';
import { linePattern } from '../../../platform/text/search-text.ts';

/** Number of orders that a code finds at most: a number may be used by several marketplaces. */
const MOST_FOUND = 10;

/** The newest orders of a store with exactly this number or tracking number. */
export const ordersOfCode = (storeId: number, code: string): RawBuilder<{ reference_number: string }> => sql`
  select o.reference_number from orders o
  where o.id in (
    select r.id from orders r where r.store_id = ${storeId} and r.reference_number = ${code}
    union select n.id from orders n where n.store_id = ${storeId} and n.number = ${code}
    union select s.order_id from order_texts s where s.store_id = ${storeId} and s.numbers like lower(${linePattern(code)}))
  order by o.id desc limit ${MOST_FOUND}`;

export async function findReferences(db: Handle, storeId: number, code: string): Promise<string[]> {
  const { rows } = await ordersOfCode(storeId, code).execute(db);
  return rows.map((row) => row.reference_number);
}

export async function setPackedAt(tx: Tx, orderId: number, at: Date): Promise<void> {
  await tx.updateTable('orders').set({ packed_at: at, updated_at: at }).where('id', '=', orderId).execute();
}
