import { sql } from 'kysely';
import type { Handle, Tx } from '../../../platform/database/database.ts';
import { isUnlinked } from '../order/unlinked-items.queries.ts';

/** Links a code of a shop to a SKU; a code that is linked already takes the new one for later orders. */
export async function linkCode(
  tx: Tx,
  link: {
    readonly storeId: number;
    readonly marketplaceId: number;
    readonly code: string;
    readonly variantId: number;
    readonly userId: number;
    readonly at: Date;
  },
): Promise<void> {
  await sql`
    insert into linked_codes (marketplace_id, code, store_id, variant_id, user_id, linked_at)
    values (${link.marketplaceId}, ${link.code}, ${link.storeId}, ${link.variantId}, ${link.userId}, ${link.at})
    on conflict (marketplace_id, code) do update
    set variant_id = excluded.variant_id, user_id = excluded.user_id, linked_at = excluded.linked_at`.execute(
    tx,
  );
}

/** The next orders of a shop that wait for a link, by id. */
export async function ordersToLink(
  db: Handle,
  marketplaceId: number,
  after: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from orders o
    where o.store_id = (select store_id from marketplaces where id = ${marketplaceId}) and o.lacks_listing
      and o.marketplace_id = ${marketplaceId} and o.id > ${after}
    order by o.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** An order to link, locked. */
export interface WaitingOrder {
  readonly id: number;
  readonly storeId: number;
  readonly marketplaceId: number;
  readonly isTest: boolean;
}

export async function lockWaitingOrder(tx: Tx, orderId: number): Promise<WaitingOrder | null> {
  const { rows } = await sql<WaitingOrder>`
    select id, store_id as "storeId", marketplace_id as "marketplaceId", is_test as "isTest"
    from orders where id = ${orderId} and lacks_listing for update`.execute(tx);
  return rows[0] ?? null;
}

/** Records the SKU of a line and its first effect, in units. */
export async function linkLine(
  tx: Tx,
  lineId: number,
  linked: {
    readonly variantId: number;
    readonly madeOf: readonly (readonly [number, number])[] | null;
    readonly effect: number;
  },
): Promise<void> {
  await sql`
    update order_items set variant_id = ${linked.variantId}, effect = ${linked.effect}, effect_no = effect_no + 1,
      made_of = ${linked.madeOf === null ? null : JSON.stringify(linked.madeOf)}::jsonb
    where id = ${lineId}`.execute(tx);
}

/** Records whether an item of the order has no SKU still. */
export async function refreshLacking(tx: Tx, orderId: number, at: Date): Promise<void> {
  await sql`
    update orders o set updated_at = ${at},
      lacks_listing = exists (select from order_items i where i.order_id = o.id and ${isUnlinked})
    where o.id = ${orderId}`.execute(tx);
}

/** A SKU of the store, the one that it was merged into; null: the store has none of this id. */
export async function variantOfStore(db: Handle, storeId: number, variantId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select coalesce(merged_into_id, id) as id from variants where store_id = ${storeId} and id = ${variantId}`.execute(
    db,
  );
  return rows[0]?.id ?? null;
}
