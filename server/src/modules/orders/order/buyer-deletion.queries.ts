import { sql, type RawBuilder } from 'kysely';
import type { Handle, Tx } from '../../../platform/database/database.ts';

/** The buyers whose data are to be deleted: those that are due, or those of some orders of a marketplace. */
export type Deletable =
  | { readonly dueBefore: Date }
  | {
      readonly marketplaceId: number;
      /** Orders by the channel's ids, and buyers by their key; null: all orders of the marketplace. */
      readonly of: { readonly channelIds: readonly string[]; readonly buyerKey: Buffer | null } | null;
    };

function chosen(which: Deletable): RawBuilder<unknown> {
  if ('dueBefore' in which) return sql`o.buyer_due_at <= ${which.dueBefore}`;
  const ofMarketplace = sql`o.marketplace_id = ${which.marketplaceId}`;
  if (which.of === null) return ofMarketplace;
  const { channelIds, buyerKey } = which.of;
  const ofBuyer = buyerKey === null ? sql`false` : sql`o.buyer_key = ${buyerKey}`;
  return sql`${ofMarketplace} and (o.channel_order_id = any(${channelIds}::text[]) or ${ofBuyer})`;
}

export interface OrderToPurge {
  readonly id: number;
  readonly storeId: number;
}

/** The next orders whose buyers' data are to be deleted and are still there, past an id. */
export async function ordersToPurge(
  db: Handle,
  which: Deletable,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly OrderToPurge[]> {
  const { rows } = await sql<OrderToPurge>`
    select o.id, o.store_id as "storeId" from orders o
    where ${chosen(which)} and o.buyer_deleted_at is null and o.id > ${after}
    order by o.id limit ${limit}`.execute(db);
  return rows;
}

/**
 * Deletes what orders themselves hold of their buyers: sealed data, remarks, notes with their versions, what was shown at a pickup,
 * and the words of names. @returns the orders that held any until now
 */
export async function deleteBuyers(
  tx: Tx,
  ids: readonly number[],
  at: Date,
): Promise<readonly OrderToPurge[]> {
  const { rows } = await sql<OrderToPurge>`
    with locked as (
      select id from orders where id = any(${ids}) and buyer_deleted_at is null order by id for update
    )
    update orders o set buyer_sealed = null, buyer_key = null, content_key = null, remarks = null, notes = null, pickup_proof = null,
      buyer_deleted_at = ${at}, updated_at = ${at}
    from locked l where o.id = l.id returning o.id, o.store_id as "storeId"`.execute(tx);
  const deleted = rows.map(({ id }) => id);
  await sql`delete from order_notes where order_id = any(${deleted})`.execute(tx);
  await sql`delete from order_buyer_words where order_id = any(${deleted})`.execute(tx);
  return rows;
}

/** The reference numbers of orders. */
export async function referencesOf(db: Handle, ids: readonly number[]): Promise<readonly string[]> {
  const { rows } = await sql<{ reference: string }>`
    select reference_number as reference from orders where id = any(${ids})`.execute(db);
  return rows.map(({ reference }) => reference);
}

export interface NamedOrder {
  readonly id: number;
  readonly reference: string;
}

/** The orders of a marketplace with these ids of the channel. */
export async function ordersByChannelId(
  db: Handle,
  marketplaceId: number,
  channelIds: readonly string[],
): Promise<readonly NamedOrder[]> {
  const { rows } = await sql<NamedOrder>`
    select id, reference_number as reference from orders
    where marketplace_id = ${marketplaceId} and channel_order_id = any(${channelIds}::text[]) order by id`.execute(
    db,
  );
  return rows;
}

export async function nameOfMarketplace(db: Handle, marketplaceId: number): Promise<string> {
  const { name } = await db
    .selectFrom('marketplaces')
    .select('name')
    .where('id', '=', marketplaceId)
    .executeTakeFirstOrThrow();
  return name;
}
