import { sql } from 'kysely';
import type { Message, MessageOnWire, MessageValues } from '@evenstock/contract/messages/message';
import type {
  OperationKind,
  OperationRowState,
  OperationState,
} from '@evenstock/contract/operations/operations';
import { actingToken } from '../../platform/secrets/acting-token.ts';
import type { Handle, Tx } from '../../platform/database/database.ts';
import type { OperationEnd, OperationRecord, Progress, RowOutcome } from './operation-definition.ts';

/** An operation under this worker's lease. */
export interface HeldOperation extends OperationRecord {
  readonly params: unknown;
  readonly cursor: unknown;
  readonly isCancelled: boolean;
  /** The access token that it was asked for with. */
  readonly accessTokenId: number | null;
}

const recordColumns = sql`
  o.id, o.store_id as "storeId", o.kind, o.subject_id as "subjectId", o.user_id as "userId", o.total, o.done, o.failed,
  o.failures`;
const heldColumns = sql`${recordColumns}, o.params, o.cursor, o.cancel_asked_at is not null as "isCancelled",
  o.access_token_id as "accessTokenId"`;

export interface NewOperation {
  readonly storeId: number;
  readonly kind: OperationKind;
  readonly subjectId: number | null;
  readonly params: unknown;
  readonly userId: number | null;
  readonly exclusiveKey: string | null;
  readonly total: number | null;
  /** The cursor that it begins at; null: its first row. */
  readonly cursor?: unknown;
  readonly retryOf?: number;
  /** The failed row that it tries again; left out: all of them. */
  readonly retryRow?: string;
  readonly continuationOf?: number;
  /** The operation at whose end it begins. */
  readonly begunBy?: number;
  readonly at: Date;
}

/** Null: the same operation is under way, or another one follows the same operation. */
export async function insertOperation(tx: Tx, operation: NewOperation): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into operations (store_id, kind, subject_id, params, user_id, exclusive_key, total, cursor, retry_of, retry_row,
      continuation_of, begun_by, asked_at, access_token_id)
    values (${operation.storeId}, ${operation.kind}, ${operation.subjectId}, ${JSON.stringify(operation.params)}::jsonb,
      ${operation.userId}, ${operation.exclusiveKey}, ${operation.total},
      nullif(${JSON.stringify(operation.cursor ?? null)}::jsonb, 'null'::jsonb), ${operation.retryOf ?? null}, ${operation.retryRow ?? null},
      ${operation.continuationOf ?? null}, ${operation.begunBy ?? null}, ${operation.at}, ${actingToken()})
    on conflict do nothing returning id`.execute(tx);
  return rows[0]?.id ?? null;
}

export async function findUnfinished(db: Handle, storeId: number, key: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from operations where store_id = ${storeId} and exclusive_key = ${key} and finished_at is null`.execute(
    db,
  );
  return rows[0]?.id ?? null;
}

/** Locks an operation, so that no other one follows it before the transaction ends. */
export async function lockOperation(tx: Tx, id: number): Promise<void> {
  await sql`select from operations where id = ${id} for update`.execute(tx);
}

/** The operation that tries a failed row again, alone or with all others. @param rowKey null: the one that tries all others */
export async function findRetry(
  db: Handle,
  operationId: number,
  rowKey: string | null,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from operations where retry_of = ${operationId} and (retry_row is null or retry_row = ${rowKey})
    order by id limit 1`.execute(db);
  return rows[0]?.id ?? null;
}

/** The operation that continues this one. */
export async function findContinuation(db: Handle, operationId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from operations where continuation_of = ${operationId}`.execute(db);
  return rows[0]?.id ?? null;
}

/** The cursor of an operation that ended early. */
export async function keptCursor(db: Handle, operationId: number): Promise<unknown> {
  const { rows } = await sql<{ cursor: unknown }>`
    select cursor from operations where id = ${operationId}`.execute(db);
  return rows[0]?.cursor ?? null;
}

export interface Lease {
  readonly token: string;
  readonly now: Date;
  readonly until: Date;
}

/** Takes the lease of an unfinished operation that is due and that no worker holds. One whose end was requested is due at once. */
export async function claimOperation(db: Handle, id: number, lease: Lease): Promise<HeldOperation | null> {
  const { rows } = await sql<HeldOperation>`
    update operations o set state = 'running', lease_token = ${lease.token}, lease_until = ${lease.until}, resume_at = null,
      started_at = coalesce(o.started_at, ${lease.now})
    where o.id = ${id} and o.finished_at is null and (o.lease_until is null or o.lease_until <= ${lease.now})
      and (o.resume_at is null or o.resume_at <= ${lease.now} or o.cancel_asked_at is not null)
    returning ${heldColumns}`.execute(db);
  return rows[0] ?? null;
}

/** Extends the lease of an operation and reads its row. Null: another worker has the lease, or it has ended. */
export async function extendLease(
  db: Handle,
  id: number,
  { token, until }: Omit<Lease, 'now'>,
): Promise<HeldOperation | null> {
  const { rows } = await sql<HeldOperation>`
    update operations o set lease_until = ${until}
    where o.id = ${id} and o.lease_token = ${token} and o.finished_at is null
    returning ${heldColumns}`.execute(db);
  return rows[0] ?? null;
}

/** When an unfinished operation may be claimed; null once it has ended. */
export async function claimableAt(db: Handle, id: number): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select greatest(lease_until, asked_at, case when cancel_asked_at is null then resume_at end) as at
    from operations where id = ${id} and finished_at is null`.execute(db);
  return rows[0]?.at ?? null;
}

/**
 * Records rows and moves the cursor past them, under the lease.
 * @returns whether the end of the operation was requested; null where the lease was lost or it has ended
 */
export async function moveOn(
  tx: Tx,
  id: number,
  { token, until, now }: Lease,
  { rows, cursor, total, doneWithoutRow = 0 }: Progress<unknown>,
): Promise<{ readonly isCancelled: boolean } | null> {
  const failed = rows.filter(({ state }) => state === 'failed').length;
  const { rows: moved } = await sql<{ isCancelled: boolean }>`
    with moved as (
      update operations o set cursor = ${JSON.stringify(cursor)}::jsonb, total = coalesce(${total ?? null}::integer, o.total),
        done = o.done + ${rows.length - failed + doneWithoutRow}, failed = o.failed + ${failed}, failures = 0, error_code = null,
        error_values = null, lease_until = ${until}
      where o.id = ${id} and o.lease_token = ${token} and o.finished_at is null
      returning o.id, o.store_id, o.done + o.failed - ${rows.length} as before, o.cancel_asked_at is not null as is_cancelled),
    kept as (
      insert into operation_rows (operation_id, store_id, row_key, position, label, subject_type, subject_id, state, code, code_values, at, dismissed_at)
      select m.id, m.store_id, r.value->>'key', m.before + r.place, r.value->>'label', r.value->'subject'->>'type',
        (r.value->'subject'->>'id')::bigint, r.value->>'state', r.value->'reason'->>'code', coalesce(r.value->'reason'->'values', '{}'), ${now},
        case when (r.value->>'isLasting')::boolean then ${now}::timestamptz end
      from moved m, jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as r(value, place))
    select is_cancelled as "isCancelled" from moved`.execute(tx);
  return moved[0] ?? null;
}

/** Releases the lease of an operation. @returns false where it was lost */
export async function releaseLease(
  tx: Tx,
  id: number,
  token: string,
  how: { readonly resumeAt: Date | null; readonly error: MessageOnWire | null },
): Promise<boolean> {
  const { rows } = await sql`
    update operations o set lease_token = null, lease_until = null, resume_at = ${how.resumeAt},
      state = case when ${how.resumeAt}::timestamptz is null then o.state else 'waiting' end,
      failures = o.failures + ${how.error === null ? 0 : 1},
      error_code = coalesce(${how.error?.code ?? null}::text, o.error_code),
      error_values = coalesce(${how.error === null ? null : JSON.stringify(how.error.values)}::jsonb, o.error_values)
    where o.id = ${id} and o.lease_token = ${token} and o.finished_at is null returning o.id`.execute(tx);
  return rows.length > 0;
}

/** Ends an operation under its lease. @returns its row at the end; null where the lease was lost */
export async function endOperation(
  tx: Tx,
  id: number,
  token: string,
  how: { readonly end: OperationEnd; readonly error: Message | null; readonly at: Date },
): Promise<OperationRecord | null> {
  const { rows } = await sql<OperationRecord>`
    update operations o set state = ${how.end}, finished_at = ${how.at}, lease_token = null, lease_until = null,
      resume_at = null, cursor = case when ${how.end === 'done'}::boolean then null else o.cursor end, error_code = ${how.error?.code ?? null},
      error_values = ${how.error === null ? null : JSON.stringify(how.error.values)}::jsonb
    where o.id = ${id} and o.lease_token = ${token} and o.finished_at is null
    returning ${recordColumns}`.execute(tx);
  return rows[0] ?? null;
}

/** Requests the end of an unfinished operation. False: it has ended, or its end was requested before. */
export async function askToCancel(
  tx: Tx,
  id: number,
  how: { readonly userId: number; readonly at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update operations set cancel_asked_at = ${how.at}, cancelled_by = ${how.userId}
    where id = ${id} and finished_at is null and cancel_asked_at is null returning id`.execute(tx);
  return rows.length > 0;
}

/** Unfinished operations that are overdue since an instant. */
export async function overdueOperations(db: Handle, before: Date): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from operations
    where finished_at is null and greatest(lease_until, resume_at, asked_at) < ${before} order by asked_at limit 500`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

export async function deleteEndedBefore(db: Handle, before: Date): Promise<void> {
  await sql`delete from operations where finished_at < ${before}`.execute(db);
}

export interface OperationPageRow extends OperationRecord {
  readonly state: OperationState;
  readonly params: unknown;
  readonly exclusiveKey: string | null;
  readonly errorCode: string | null;
  readonly errorValues: MessageValues | null;
  readonly askedBy: string | null;
  readonly askedAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly resumeAt: Date | null;
  readonly isCancelled: boolean;
  readonly retryOf: number | null;
  readonly continuationOf: number | null;
  readonly isRetried: boolean;
  readonly isContinued: boolean;
  readonly leftOut: number;
  readonly began: number | null;
}

const pageColumns = sql`
  ${recordColumns}, o.state, o.params, o.exclusive_key as "exclusiveKey", o.error_code as "errorCode", o.error_values as "errorValues", u.email as "askedBy",
  o.asked_at as "askedAt", o.started_at as "startedAt", o.finished_at as "finishedAt", o.resume_at as "resumeAt",
  o.cancel_asked_at is not null as "isCancelled", o.retry_of as "retryOf",
  o.continuation_of as "continuationOf", (
    exists (select from operations a where a.retry_of = o.id and a.retry_row is null)
    or (select count(*) from operations a where a.retry_of = o.id) >= o.failed) as "isRetried",
  exists (select from operations a where a.continuation_of = o.id) as "isContinued",
  (select count(*) from operation_rows r where r.operation_id = o.id and r.state = 'left_out') as "leftOut",
  (select a.id from operations a where a.begun_by = o.id) as began`;

/** An operation of a store. */
export async function findOperation(
  db: Handle,
  storeId: number,
  id: number,
): Promise<OperationPageRow | null> {
  const { rows } = await sql<OperationPageRow>`
    select ${pageColumns} from operations o left join users u on u.id = o.user_id
    where o.id = ${id} and o.store_id = ${storeId}`.execute(db);
  return rows[0] ?? null;
}

interface Slice {
  readonly offset: number;
  readonly limit: number;
}

export interface OperationFilter {
  readonly storeId: number;
  readonly kinds: readonly OperationKind[] | null;
  readonly subjectId: number | null;
}

/** Operations of a store, newest first. */
export async function readOperations(
  db: Handle,
  { storeId, kinds, subjectId }: OperationFilter,
  { offset, limit }: Slice,
): Promise<{ operations: readonly OperationPageRow[]; totalCount: number }> {
  const ofKind = kinds === null ? sql`true` : sql`o.kind = any(${kinds})`;
  const ofSubject = subjectId === null ? sql`true` : sql`o.subject_id = ${subjectId}`;
  const chosen = sql`o.store_id = ${storeId} and ${ofKind} and ${ofSubject}`;
  const { rows } = await sql<OperationPageRow>`
    select ${pageColumns} from operations o left join users u on u.id = o.user_id
    where ${chosen} order by o.id desc limit ${limit} offset ${offset}`.execute(db);
  const { rows: counted } = await sql<{ count: number }>`
    select count(*) as count from operations o where ${chosen}`.execute(db);
  return { operations: rows, totalCount: counted[0]?.count ?? 0 };
}

export interface KeptRow {
  readonly key: string;
  readonly label: string;
  readonly subjectType: string | null;
  readonly subjectId: number | null;
  readonly state: OperationRowState;
  readonly code: string | null;
  readonly codeValues: MessageValues | null;
  readonly at: Date;
}

/** Rows of an operation: those that failed first, then those that were left out. */
export async function readRows(
  db: Handle,
  operationId: number,
  { offset, limit }: Slice,
): Promise<readonly KeptRow[]> {
  const { rows } = await sql<KeptRow>`
    select row_key as key, label, subject_type as "subjectType", subject_id as "subjectId", state, code,
      code_values as "codeValues", at
    from operation_rows where operation_id = ${operationId}
    order by state <> 'failed', state <> 'left_out', position limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** The records of the rows that failed for a reason. */
export async function subjectsFailedFor(
  db: Handle,
  operationId: number,
  code: string,
): Promise<readonly { readonly type: string; readonly id: number }[]> {
  const { rows } = await sql<{ type: string; id: number }>`
    select subject_type as type, subject_id as id from operation_rows
    where operation_id = ${operationId} and state = 'failed' and code = ${code} and subject_id is not null`.execute(
    db,
  );
  return rows;
}

/** The records of the rows that are done, in the order of the rows. */
export async function subjectsDone(db: Handle, operationId: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select subject_id as id from operation_rows
    where operation_id = ${operationId} and state = 'done' and subject_id is not null order by position`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Records rows that are not tried, behind those that are; the operation counts them nowhere. */
export async function insertLeftOut(
  tx: Tx,
  operation: {
    readonly id: number;
    readonly storeId: number;
    readonly total: number | null;
    readonly at: Date;
  },
  rows: readonly Omit<RowOutcome, 'state' | 'isLasting'>[],
): Promise<void> {
  await sql`
    insert into operation_rows (operation_id, store_id, row_key, position, label, subject_type, subject_id, state, code, code_values, at)
    select ${operation.id}, ${operation.storeId}, r.value->>'key', ${operation.total ?? 0} + r.place, r.value->>'label',
      r.value->'subject'->>'type', (r.value->'subject'->>'id')::bigint, 'left_out', r.value->'reason'->>'code',
      coalesce(r.value->'reason'->'values', '{}'), ${operation.at}
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as r(value, place)`.execute(tx);
}

export async function countRows(db: Handle, operationId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from operation_rows where operation_id = ${operationId}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Those of the keys that have a row. */
export async function keysWithRow(
  db: Handle,
  operationId: number,
  keys: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ key: string }>`
    select row_key as key from operation_rows where operation_id = ${operationId} and row_key = any(${[...keys]})`.execute(
    db,
  );
  return rows.map(({ key }) => key);
}

/** Keys of the rows that failed and were not tried again alone, in their order. @param key that one of them; null: all */
export async function failedKeys(
  db: Handle,
  operationId: number,
  key: string | null,
): Promise<readonly string[]> {
  const { rows } = await sql<{ key: string }>`
    select row_key as key from operation_rows r where operation_id = ${operationId} and state = 'failed'
      and ${key === null ? sql`true` : sql`row_key = ${key}`}
      and not exists (select from operations n where n.retry_of = r.operation_id and n.retry_row = r.row_key)
    order by position`.execute(db);
  return rows.map(({ key }) => key);
}
