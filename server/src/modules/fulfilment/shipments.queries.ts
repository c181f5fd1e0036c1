import { sql } from 'kysely';
import type { Handle } from '../../platform/database/database.ts';

/** Whether all units that remained of an order were shipped from here. */
export async function isShippedHere(db: Handle, orderId: number): Promise<boolean> {
  const { rows } = await sql`
    select id from marketplace_actions
    where subject_type = 'Order' and subject_id = ${orderId} and kind = 'order.ship' and state = 'done'
      and asked ->> 'order_item_ids' is null
    limit 1`.execute(db);
  return rows.length > 0;
}

/** The sender's name of the last shipment at a marketplace. */
export async function lastSender(db: Handle, marketplaceId: number): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select asked -> 'answers' ->> 'sender_real_name' as name from marketplace_actions
    where marketplace_id = ${marketplaceId} and kind in ('order.ship', 'order.ready_to_collect') and state = 'done'
      and asked -> 'answers' ->> 'sender_real_name' is not null
    order by id desc limit 1`.execute(db);
  return rows[0]?.name ?? null;
}

/** The method that a member chose last, among several, to ship an order of a marketplace; null: none yet. */
export async function lastMethod(
  db: Handle,
  { marketplaceId, userId }: { readonly marketplaceId: number; readonly userId: number },
): Promise<string | null> {
  const { rows } = await sql<{ method: string }>`
    select asked ->> 'method' as method from marketplace_actions
    where user_id = ${userId} and marketplace_id = ${marketplaceId} and kind = 'order.ship'
      and asked ->> 'is_choice' = 'true'
    order by id desc limit 1`.execute(db);
  return rows[0]?.method ?? null;
}

/** The reference number of the newest order of a marketplace that waits to be shipped; null where none waits. */
export async function newestToShip(db: Handle, marketplaceId: number): Promise<string | null> {
  const { rows } = await sql<{ reference: string }>`
    select reference_number as reference from orders
    where marketplace_id = ${marketplaceId} and state = 'staff_to_process'
    order by source_created_at desc, id desc limit 1`.execute(db);
  return rows[0]?.reference ?? null;
}
