import { sql } from 'kysely';
import type { Handle, Tx } from '../../../platform/database/database.ts';

/** The window in which a listing shows 0; both null: there is none. */
export interface ForceZeroWindow {
  readonly from: Date | null;
  readonly to: Date | null;
}

interface ScheduledListing {
  readonly variantId: number;
  readonly force_zero_qty_from: Date | null;
  readonly force_zero_qty_to: Date | null;
  readonly updated_at: Date;
}

/** Locks a listing of a store that is not deleted. @returns its fields; null where there is none */
export async function lockWindow(tx: Tx, storeId: number, id: number): Promise<ScheduledListing | null> {
  const { rows } = await sql<ScheduledListing>`
    select variant_id as "variantId", force_zero_qty_from, force_zero_qty_to, updated_at
    from variant_listings
    where store_id = ${storeId} and id = ${id} and deleted_at is null for no key update`.execute(tx);
  return rows[0] ?? null;
}

export async function setWindow(tx: Tx, id: number, { from, to }: ForceZeroWindow, at: Date): Promise<void> {
  await sql`
    update variant_listings set force_zero_qty_from = ${from}, force_zero_qty_to = ${to}, updated_at = ${at}
    where id = ${id}`.execute(tx);
}

/** Listings of a store whose items have one of these ids at their marketplace, without those that are deleted. */
const ofItems = (storeId: number, itemIds: readonly string[]) => sql`
  select l.id, l.variant_id, l.channel_item_id
  from marketplaces k
  join variant_listings l on l.marketplace_id = k.id and l.channel_item_id = any(${itemIds}::text[])
  where k.store_id = ${storeId} and l.deleted_at is null`;

export interface ItemListing {
  readonly id: number;
  readonly itemId: string;
  /** A window is set. */
  readonly isScheduled: boolean;
}

/** The listings of these items. */
export async function listingsOfItems(
  db: Handle,
  storeId: number,
  itemIds: readonly string[],
): Promise<readonly ItemListing[]> {
  const { rows } = await sql<ItemListing>`
    select l.id, l.channel_item_id as "itemId", l.force_zero_qty_from is not null as "isScheduled"
    from (${ofItems(storeId, itemIds)}) f join variant_listings l on l.id = f.id order by l.id`.execute(db);
  return rows;
}

/** Sets the window of every listing of these items. @returns for each listing the id of its item */
export async function setWindowOfItems(
  tx: Tx,
  storeId: number,
  itemIds: readonly string[],
  { from, to }: ForceZeroWindow,
  at: Date,
): Promise<string[]> {
  const { rows } = await sql<{ itemId: string }>`
    update variant_listings set force_zero_qty_from = ${from}, force_zero_qty_to = ${to}, updated_at = ${at}
    where id in (
      select f.id from (${ofItems(storeId, itemIds)} order by l.id for no key update of l) f)
    returning channel_item_id as "itemId"`.execute(tx);
  return rows.map(({ itemId }) => itemId);
}

/** The next listings of these items by id, after the one given. */
export async function nextListingsOfItems(
  db: Handle,
  storeId: number,
  itemIds: readonly string[],
  after: number,
  limit: number,
): Promise<{ id: number; variantId: number }[]> {
  const { rows } = await sql<{ id: number; variantId: number }>`
    select f.id, f.variant_id as "variantId" from (${ofItems(storeId, itemIds)}) f
    where f.id > ${after} order by f.id limit ${limit}`.execute(db);
  return rows;
}

export interface ForceZeroMail {
  readonly email: string;
  readonly name: string;
  readonly slug: string;
  readonly params: unknown;
  /** Listings whose window has begun and not ended. */
  readonly done: number;
  /** The listings that are skipped or not pushed now, and why. */
  readonly others: readonly { readonly label: string; readonly code: string; readonly values: unknown }[];
}

/** The recipient and content of the mail about an operation; null where no recipient is left. */
export async function readForceZeroMail(db: Handle, operationId: number): Promise<ForceZeroMail | null> {
  const { rows } = await sql<ForceZeroMail>`
    select u.email, s.name, s.slug, o.params,
      (select count(*)::integer from operation_rows r where r.operation_id = o.id and r.state = 'done') as done,
      (select coalesce(json_agg(json_build_object('label', r.label, 'code', r.code, 'values', r.code_values) order by r.position), '[]')
       from operation_rows r where r.operation_id = o.id and r.state <> 'done') as others
    from operations o join stores s on s.id = o.store_id join users u on u.id = o.user_id
    where o.id = ${operationId}`.execute(db);
  return rows[0] ?? null;
}
