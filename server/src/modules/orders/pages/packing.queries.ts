import { sql, type RawBuilder } from 'kysely';
import type { Handle, Tx } from '../../../platform/database/database.ts';
import { ordersNumbered } from '../order/order-numbers.queries.ts';

/** Number of orders that a code finds at most: a number may be used by several marketplaces. */
const MOST_FOUND = 10;

/** The newest orders of a store with exactly this number or tracking number, a `numberKey`. */
export const ordersOfCode = (storeId: number, code: string): RawBuilder<{ reference_number: string }> => sql`
  select o.reference_number from orders o
  where o.id in (${ordersNumbered(storeId, code)})
  order by o.id desc limit ${MOST_FOUND}`;

export async function findReferences(db: Handle, storeId: number, code: string): Promise<string[]> {
  const { rows } = await ordersOfCode(storeId, code).execute(db);
  return rows.map((row) => row.reference_number);
}

export async function setPackedAt(tx: Tx, orderId: number, at: Date): Promise<void> {
  await tx.updateTable('orders').set({ packed_at: at, updated_at: at }).where('id', '=', orderId).execute();
}
