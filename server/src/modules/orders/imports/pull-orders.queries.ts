import type { KnownLines } from '@evenstock/connectors/kit/connector';
import { sql } from 'kysely';
import type { Handle } from '../../../platform/database/database.ts';
import type { KnownState } from './pull-orders.rules.ts';

/** The recorded state of these orders of a marketplace, by the marketplace's own ids. */
export async function readStates(
  db: Handle,
  marketplaceId: number,
  channelIds: readonly string[],
): Promise<ReadonlyMap<string, KnownState>> {
  const { rows } = await sql<{ channel_order_id: string; source_updated_at: Date; state_rank: number }>`
    select o.channel_order_id, o.source_updated_at, o.state_rank from orders o
    where o.marketplace_id = ${marketplaceId} and o.channel_order_id = any(${channelIds})`.execute(db);
  return new Map(
    rows.map((row) => [row.channel_order_id, { updatedAt: row.source_updated_at, rank: row.state_rank }]),
  );
}

/** The marketplace's ids of the lines that these of its orders are recorded with, by its own ids of the orders. */
export async function readKnownLines(
  db: Handle,
  marketplaceId: number,
  channelIds: readonly string[],
): Promise<KnownLines> {
  const { rows } = await sql<{ channelId: string; lineIds: readonly string[] }>`
    select o.channel_order_id as "channelId", array_agg(i.channel_line_id order by i.position) as "lineIds"
    from orders o join order_items i on i.order_id = o.id
    where o.marketplace_id = ${marketplaceId} and o.channel_order_id = any(${channelIds}) group by o.id`.execute(
    db,
  );
  return new Map(rows.map(({ channelId, lineIds }) => [channelId, lineIds]));
}

/** The connected marketplaces of a store. */
export async function connectedMarketplaces(db: Handle, storeId: number): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('marketplaces')
    .select('id')
    .where('store_id', '=', storeId)
    .where('state', '=', 'verified')
    .where('deleted_at', 'is', null)
    .where('deactivated_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
