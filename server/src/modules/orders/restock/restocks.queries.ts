import { sql } from 'kysely';
import type { Handle, Tx } from '../../../platform/database/database.ts';

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

/** A SKU of which an item takes units. */
export interface TakenSku {
  readonly itemId: number;
  readonly variantId: number;
  readonly sku: string | null;
  /** Units that one unit of the item takes. */
  readonly units: number;
}

/** The parts that items took as sets, each the SKU that it is now. Items that sold no set are left out. */
export async function partsOfItems(db: Handle, itemIds: readonly number[]): Promise<readonly TakenSku[]> {
  const { rows } = await sql<TakenSku>`
    select i.id as "itemId", now.id as "variantId", now.sku, (p ->> 1)::integer as units
    from order_items i cross join jsonb_array_elements(i.made_of) p
    join variants was on was.id = (p ->> 0)::bigint
    join variants now on now.id = coalesce(was.merged_into_id, was.id)
    where i.id = any(${itemIds}::bigint[]) order by i.id, now.id`.execute(db);
  return rows;
}
