import { sql, type Insertable } from 'kysely';
import type { Handle, Tx } from '../../platform/database/database.ts';
import type { Tables } from '../../tables.ts';

export interface AttachmentRow {
  readonly id: number;
  readonly name: string;
  readonly media_type: string;
  readonly file_key: string;
}

/** Inserts an attachment. @returns its id */
export async function insertAttachment(db: Handle, row: Insertable<Tables['attachments']>): Promise<number> {
  const { id } = await db.insertInto('attachments').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** How many files of a person are unused. */
export async function countUnused(db: Handle, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from attachments where user_id = ${userId} and order_id is null`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** The files of a person that are unused, or used for this order. */
export async function usableAttachments(
  db: Handle,
  ids: readonly number[],
  { userId, orderId }: { readonly userId: number; readonly orderId: number },
): Promise<readonly number[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('attachments')
    .select('id')
    .where('id', 'in', ids)
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('order_id', 'is', null), eb('order_id', '=', orderId)]))
    .execute();
  return rows.map(({ id }) => id);
}

/** Names the order that files are used for; they are kept as long as it. */
export async function setOrder(
  tx: Tx,
  ids: readonly number[],
  { storeId, orderId }: { readonly storeId: number; readonly orderId: number },
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('attachments')
    .set({ store_id: storeId, order_id: orderId })
    .where('id', 'in', ids)
    .execute();
}

/** The files of an order by their ids. */
export async function attachmentsOfOrder(
  db: Handle,
  orderId: number,
  ids: readonly number[],
): Promise<readonly AttachmentRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('attachments')
    .select(['id', 'name', 'media_type', 'file_key'])
    .where('order_id', '=', orderId)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
}

/** The keys of files that nothing used since an instant. */
export async function unusedAttachments(
  db: Handle,
  before: Date,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<readonly string[]> {
  const { rows } = await sql<{ key: string }>`
    select file_key as key from attachments
    where order_id is null and created_at < ${before} and (${after}::text is null or file_key > ${after})
    order by file_key limit ${limit}`.execute(db);
  return rows.map(({ key }) => key);
}

/** Locks the files of these keys that nothing uses, so that nothing uses them while they are purged. */
export async function lockUnused(tx: Tx, keys: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ key: string }>`
    select file_key as key from attachments where file_key = any(${keys}) and order_id is null
    order by id for update skip locked`.execute(tx);
  return rows.map(({ key }) => key);
}

/** The keys of the files of orders, locked. */
export async function lockOfOrders(tx: Tx, orderIds: readonly number[]): Promise<readonly string[]> {
  const { rows } = await sql<{ key: string }>`
    select file_key as key from attachments where order_id = any(${orderIds}) order by id for update`.execute(
    tx,
  );
  return rows.map(({ key }) => key);
}

export async function deleteAttachments(tx: Tx, keys: readonly string[]): Promise<void> {
  await sql`delete from attachments where file_key = any(${keys}::text[])`.execute(tx);
}
