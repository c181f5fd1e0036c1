import { installationZone, zoneOfCountry } from '@evenstock/contract/stores/stores';
import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/database/database.ts';

/** Records a file before it is written. */
export async function insertFile(
  db: Handle,
  file: { readonly key: string; readonly storeId: number; readonly at: Date; readonly expiresAt: Date },
): Promise<void> {
  const { key, storeId, at, expiresAt } = file;
  await db
    .insertInto('spreadsheet_files')
    .values({ key, store_id: storeId, created_at: at, expires_at: expiresAt })
    .execute();
}

/** Whether a store has kept a file since an instant. */
export async function isKeptSince(db: Handle, storeId: number, key: string, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('spreadsheet_files')
    .select('key')
    .where('key', '=', key)
    .where('store_id', '=', storeId)
    .where('created_at', '>', since)
    .executeTakeFirst();
  return row !== undefined;
}

/** Some keys of files that have expired. */
export async function expiredFiles(
  db: Handle,
  at: Date,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<string[]> {
  const due = db
    .selectFrom('spreadsheet_files')
    .select('key')
    .where('expires_at', '<=', at)
    .orderBy('key')
    .limit(limit);
  const rows = await (after === null ? due : due.where('key', '>', after)).execute();
  return rows.map(({ key }) => key);
}

/** Deletes the rows of files, with the parts and results that were in them. */
export async function deleteFiles(db: Handle, keys: readonly string[]): Promise<void> {
  await db.deleteFrom('spreadsheet_files').where('key', 'in', keys).execute();
}

/** Adds a part to the rows that an operation gathers. */
export async function insertPart(
  tx: Tx,
  part: { readonly operationId: number; readonly position: number; readonly key: string },
): Promise<void> {
  await tx
    .insertInto('spreadsheet_parts')
    .values({ operation_id: part.operationId, position: part.position, file_key: part.key })
    .execute();
}

/** Keys of the parts of an operation in their order, with those of the operations that it continues. */
export async function partsOf(db: Handle, operationId: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    with recursive runs as (
      select id, continuation_of from operations where id = ${operationId}
      union all
      select o.id, o.continuation_of from runs r join operations o on o.id = r.continuation_of
    )
    select p.file_key::text as key from runs r join spreadsheet_parts p on p.operation_id = r.id
    order by p.operation_id, p.position`.execute(db);
  return rows.map(({ key }) => key);
}

/** Records the file of an operation and lets its parts expire. */
export async function insertResult(
  tx: Tx,
  result: { readonly operationId: number; readonly key: string; readonly name: string; readonly at: Date },
  parts: readonly string[],
): Promise<void> {
  const { operationId, key, name, at } = result;
  await tx
    .insertInto('spreadsheet_results')
    .values({ operation_id: operationId, file_key: key, name })
    .execute();
  await sql`update spreadsheet_files set expires_at = ${at} where key = any(${[...parts]}::uuid[])`.execute(
    tx,
  );
}

export interface Result {
  readonly key: string;
  readonly name: string;
  readonly expires_at: Date;
  /** The person who requested it. */
  readonly user_id: number | null;
}

/** The file that an operation of a store made; null where it made none, or the file was deleted. */
export async function findResult(
  db: Handle,
  storeId: number,
  operationId: number,
  at: Date,
): Promise<Result | null> {
  const { rows } = await sql<Result>`
    select r.file_key::text as key, r.name, f.expires_at, o.user_id
    from spreadsheet_results r
    join operations o on o.id = r.operation_id
    join spreadsheet_files f on f.key = r.file_key
    where r.operation_id = ${operationId} and o.store_id = ${storeId} and f.expires_at > ${at}`.execute(db);
  return rows[0] ?? null;
}

export interface Recipient {
  readonly email: string;
  readonly store: string;
  readonly slug: string;
  readonly store_id: number;
  readonly kind: string;
  readonly state: string;
  readonly done: number;
  readonly failed: number;
}

/** The recipient and content of the mail about an operation; null where no recipient is left. */
export async function readRecipient(db: Handle, operationId: number): Promise<Recipient | null> {
  const { rows } = await sql<Recipient>`
    select u.email, s.name as store, s.slug, s.id as store_id, o.kind, o.state, o.done, o.failed
    from operations o join stores s on s.id = o.store_id join users u on u.id = o.user_id
    where o.id = ${operationId}`.execute(db);
  return rows[0] ?? null;
}

/** Whether a store syncs quantities. */
export async function syncsQuantities(db: Handle, storeId: number): Promise<boolean> {
  const { rows } = await sql<{ syncs: boolean }>`
    select can_sync_quantity as syncs from stores where id = ${storeId}`.execute(db);
  return rows[0]?.syncs ?? false;
}

/** Whether the sheet of a mass update was imported by an earlier one. */
export async function wasImported(db: Handle, operationId: number): Promise<boolean> {
  const { rows } = await sql<{ was: boolean | null }>`
    select (params->>'was_imported')::boolean as was from operations where id = ${operationId}`.execute(db);
  return rows[0]?.was ?? false;
}

/**
 * Acquires the lock of a store's mass updates, unless another one that has not ended has it.
 * @returns whether it is acquired
 */
export async function takeTurn(db: Handle, storeId: number, operationId: number): Promise<boolean> {
  const { rows } = await sql`
    insert into mass_update_turns as t (store_id, operation_id) values (${storeId}, ${operationId})
    on conflict (store_id) do update set operation_id = excluded.operation_id
      where t.operation_id = excluded.operation_id
        or not exists (select from operations o where o.id = t.operation_id and o.finished_at is null)
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Whether another mass update is under way in a store. */
export async function isAnotherUnderWay(
  db: Handle,
  storeId: number,
  operationId: number | null,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from operations where store_id = ${storeId} and kind = 'variant.mass_update'
      and finished_at is null and id < ${operationId ?? Number.MAX_SAFE_INTEGER}) as found`.execute(db);
  return rows[0]?.found ?? false;
}

/** When a sheet of this fingerprint was imported last. */
export async function lastImport(db: Handle, storeId: number, content: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(asked_at) as at from operations
    where store_id = ${storeId} and kind = 'variant.mass_update' and params->>'content' = ${content}`.execute(
    db,
  );
  return rows[0]?.at ?? null;
}

/** The zone of a store, whose days the names of its sheets have. */
export async function zoneOfStore(db: Handle, storeId: number): Promise<string> {
  const { rows } = await sql<{ country: keyof typeof zoneOfCountry }>`
    select country from stores where id = ${storeId}`.execute(db);
  return rows[0] === undefined ? installationZone : zoneOfCountry[rows[0].country];
}
