import type { LineUnits } from '@evenstock/connectors/kit/capabilities';
import { sql } from 'kysely';
import type { Handle } from '../../../platform/database/database.ts';

export interface OrderAtMarketplace {
  readonly number: string;
  readonly channelId: string;
  readonly allLines: readonly { readonly lineId: string }[];
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
    select o.number, o.channel_order_id as "channelId", m.clock_offset_ms as "clockOffsetMs",
      coalesce(every.lines, '[]') as "allLines", coalesce(chosen.lines, '[]') as lines
    from orders o
    join marketplaces m on m.id = o.marketplace_id
    left join lateral (
      select json_agg(json_build_object('lineId', i.channel_line_id, 'unitIds', i.unit_ids, 'units', i.ordered - i.cancelled)
        order by i.position) as lines
      from order_items i where i.order_id = o.id and i.id = any(${itemIds})
    ) chosen on true
    left join lateral (
      select json_agg(json_build_object('lineId', i.channel_line_id) order by i.position) as lines
      from order_items i where i.order_id = o.id
    ) every on true
    where o.id = ${orderId}`.execute(db);
  return rows[0] ?? null;
}

/** The listings that an order's lines are of. */
export async function listingsOfOrder(db: Handle, orderId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct variant_listing_id as id from order_items
    where order_id = ${orderId} and variant_listing_id is not null order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

/** The newest order that a marketplace has by this number, or its own id. @throws Error where it is not here */
export async function orderOfNumber(
  db: Handle,
  marketplaceId: number,
  number: string,
): Promise<{ readonly id: number; readonly referenceNumber: string }> {
  const { rows } = await sql<{ id: number; referenceNumber: string }>`
    select id, reference_number as "referenceNumber" from orders
    where marketplace_id = ${marketplaceId} and (number = ${number} or channel_order_id = ${number})
    order by source_created_at desc, id desc limit 1`.execute(db);
  const [order] = rows;
  if (order === undefined)
    throw new Error(`Order ${number} of marketplace ${String(marketplaceId)} is not here.`);
  return order;
}
