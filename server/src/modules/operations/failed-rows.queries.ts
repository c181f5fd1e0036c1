import type { OperationKind } from '@evenstock/contract/operations/operations';
import { sql, type RawBuilder } from 'kysely';
import type { Handle, Tx } from '../../platform/database/database.ts';
import type { KeptRow } from './operations.queries.ts';

/**
 * Failed rows `r` of operations `o` that nobody dismissed or tried again, without those whose record has an action of the same
 * operation, which stands for the row.
 */
const waiting = sql`
  r.state = 'failed' and r.dismissed_at is null
  and not exists (select from operations n
    where n.retry_of = r.operation_id and (n.retry_row is null or n.retry_row = r.row_key))
  and not exists (
    select from marketplace_actions a
    where a.operation_id = r.operation_id and a.subject_type = r.subject_type and a.subject_id = r.subject_id)`;

export interface FailedRowRecord extends KeptRow {
  readonly operationId: number;
  readonly position: number;
  readonly kind: OperationKind;
  readonly isFinished: boolean;
  /** Failed rows of its operation. */
  readonly failed: number;
  readonly userId: number | null;
  readonly askedBy: string | null;
  readonly reference: string | null;
  readonly marketplace: {
    readonly id: number;
    readonly slug: string;
    readonly name: string;
    readonly channel: string;
  } | null;
}

/** Where a page begins: after this row. An operation of 0: after all rows of this time. */
export interface AfterRow {
  readonly at: Date;
  readonly operationId: number;
  readonly position: number;
}

export interface FailedRowFilter {
  readonly storeId: number;
  /** Null: of every kind. */
  readonly kind: OperationKind | null;
}

const ofKind = ({ kind }: FailedRowFilter): RawBuilder<unknown> =>
  kind === null ? sql`true` : sql`o.kind = ${kind}`;

/** Failed rows of a store that wait for a person, newest first. */
export const failedRowsPage = (
  filter: FailedRowFilter,
  after: AfterRow | null,
  limit: number,
): RawBuilder<FailedRowRecord> => sql`
  select r.row_key as key, r.label, r.subject_type as "subjectType", r.subject_id as "subjectId", r.state, r.code,
    r.code_values as "codeValues", r.at, r.operation_id as "operationId", r.position, o.kind,
    o.finished_at is not null as "isFinished", o.failed, o.user_id as "userId", u.email as "askedBy",
    b.reference_number as reference,
    case when m.id is not null then json_build_object('id', m.id, 'slug', m.slug, 'name', m.name, 'channel', m.channel) end
      as marketplace
  from operation_rows r
  join operations o on o.id = r.operation_id
  left join users u on u.id = o.user_id
  left join orders b on r.subject_type = 'Order' and b.id = r.subject_id
  left join marketplaces m on m.id = b.marketplace_id
  where r.store_id = ${filter.storeId} and ${waiting} and ${ofKind(filter)}
    and ${
      after === null
        ? sql`true`
        : sql`(r.at, r.operation_id, r.position) < (${after.at}::timestamptz, ${after.operationId}::bigint, ${after.position}::integer)`
    }
  order by r.at desc, r.operation_id desc, r.position desc limit ${limit}`;

/** How many failed rows of a store wait for a person, at most `limit`. */
export const countFailedRows = (filter: FailedRowFilter, limit: number): RawBuilder<{ count: number }> => sql`
  select count(*)::integer as count from (
    select from operation_rows r join operations o on o.id = r.operation_id
    where r.store_id = ${filter.storeId} and ${waiting} and ${ofKind(filter)} limit ${limit}) c`;

export async function readFailedRows(
  db: Handle,
  filter: FailedRowFilter,
  after: AfterRow | null,
  limit: number,
): Promise<readonly FailedRowRecord[]> {
  const { rows } = await failedRowsPage(filter, after, limit).execute(db);
  return rows;
}

/** Dismisses failed rows of an operation. @param keys null: all of them. @returns how many */
export async function dismissRows(
  tx: Tx,
  operationId: number,
  keys: readonly string[] | null,
  now: Date,
): Promise<number> {
  const { rows } = await sql`
    update operation_rows set dismissed_at = ${now}
    where operation_id = ${operationId} and state = 'failed' and dismissed_at is null
      and ${keys === null ? sql`true` : sql`row_key = any(${[...keys]})`}
    returning 1`.execute(tx);
  return rows.length;
}
