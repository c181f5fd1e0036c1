import type { LineUnits } from '@evenstock/connectors/kit/capabilities';
import { sql } from 'kysely';
import type { Handle } from '../../platform/database.ts';

export interface OrderAtMarketplace {
  readonly number: string;
  readonly channelId: string;
  readonly clockOffsetMs: number;
  /** The items that were chosen. */
  readonly lines: readonly LineUnits[];
}

/** An order as its marketplace knows it, with the items that were chosen; null where it is gone. */
export async function orderAtMarketplace(
  db: Handle,
  orderId: number,
  itemIds: readonly number[],
): Promise<OrderAtMarketplace | null> {
  const { rows } = await sql<OrderAtMarketplace>`
    select o.number, o.channel_order_id as "channelId", m.clock_offset_ms as "clockOffsetMs", coalesce(chosen.lines, '[]') as lines
    from orders o
    join marketplaces m on m.id = o.marketplace_id
    left join lateral (
      select json_agg(json_build_object('lineId', i.channel_line_id, 'unitIds', i.unit_ids, 'units', i.ordered - i.cancelled)
        order by i.position) as lines
      from order_items i where i.order_id = o.id and i.id = any(${itemIds})
    ) chosen on true
    where o.id = ${orderId}`.execute(db);
  return rows[0] ?? null;
}

/** Whether all that was left of an order was shipped from here. */
export async function isShippedHere(db: Handle, orderId: number): Promise<boolean> {
  const { rows } = await sql`
    select id from marketplace_actions
    where subject_type = 'Order' and subject_id = ${orderId} and kind = 'order.ship' and state = 'done'
      and asked ->> 'order_item_ids' is null
    limit 1`.execute(db);
  return rows.length > 0;
}

/** The sender's name with which something was shipped last at a marketplace. */
export async function lastSender(db: Handle, marketplaceId: number): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select asked -> 'answers' ->> 'sender_real_name' as name from marketplace_actions
    where marketplace_id = ${marketplaceId} and kind = 'order.ship' and state = 'done'
      and asked -> 'answers' ->> 'sender_real_name' is not null
    order by id desc limit 1`.execute(db);
  return rows[0]?.name ?? null;
}
