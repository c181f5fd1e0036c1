import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';

/** Locks an order against concurrent imports and restocks. */
export async function lockOrderOf(tx: Tx, orderId: number): Promise<void> {
  await sql`select from orders where id = ${orderId} for update`.execute(tx);
}

/** Records units of a line as restocked by hand: one more effect of the line. */
export async function addRestocked(tx: Tx, lineId: number, units: number): Promise<void> {
  await sql`
    update order_items set restocked = restocked + ${units}, restocked_by_hand = restocked_by_hand + ${units},
        effect = effect + ${units}, effect_no = effect_no + 1
      where id = ${lineId}`.execute(tx);
}
