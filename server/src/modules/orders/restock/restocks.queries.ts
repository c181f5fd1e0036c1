import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { sql } from 'kysely';
import type { Handle, Tx } from '../../../platform/database/database.ts';

/** The marketplace of an order. */
export interface OrderOrigin {
  readonly channel: ChannelKind;
  readonly clockOffsetMs: number;
}

/** Locks an order against concurrent imports and restocks. */
export async function lockOrderOf(tx: Tx, orderId: number): Promise<OrderOrigin> {
  const { rows } = await sql<OrderOrigin>`
    select m.channel, m.clock_offset_ms as "clockOffsetMs" from orders o join marketplaces m on m.id = o.marketplace_id
    where o.id = ${orderId} for update of o`.execute(tx);
  const [origin] = rows;
  if (origin === undefined) throw new Error(`Order ${String(orderId)} is not here.`);
  return origin;
}

/** Records units of a line as restocked by hand: one more effect of the line, and these many events of its listing. */
export async function addRestocked(tx: Tx, lineId: number, units: number, events: number): Promise<void> {
  await sql`
    update order_items set restocked = restocked + ${units}, restocked_by_hand = restocked_by_hand + ${units},
        effect = effect + ${units}, effect_no = effect_no + 1, event_no = event_no + ${events}
      where id = ${lineId}`.execute(tx);
}

/** A line of an order whose shop may show units of it again. */
export interface LineAtShop {
  readonly itemId: number;
  readonly listingId: number;
  readonly marketplace: string;
  readonly channel: ChannelKind;
  readonly returnedSince: Date;
  /** Returned units that no member restocked. */
  readonly left: number;
}

/** The lines of an order with returned units, each of one listing. Sets and bundles are left out: their number is of their parts. */
export async function returnedLinesOf(db: Handle, orderId: number): Promise<readonly LineAtShop[]> {
  const { rows } = await sql<LineAtShop>`
    select i.id as "itemId", i.variant_listing_id as "listingId", m.name as marketplace, m.channel,
      i.returned_since as "returnedSince", i.returned - i.restocked_by_hand as left
    from order_items i join orders o on o.id = i.order_id join marketplaces m on m.id = o.marketplace_id
    where i.order_id = ${orderId} and i.made_of is null and i.variant_listing_id is not null and i.returned_since is not null
      and i.returned > i.restocked_by_hand order by i.position`.execute(db);
  return rows;
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
