import type { CallReply } from '@evenstock/contract/api/endpoint';
import type {
  listOperations as listOperationsEndpoint,
  Operation,
  OperationKind,
  OperationRow,
  OperationRowState,
  showMassAction as showMassActionEndpoint,
  showOperation as showOperationEndpoint,
} from '@evenstock/contract/operations/operations';
import { abilitiesIn } from '../../api/caller-abilities.ts';
import { pageOf } from '../../api/page-request.ts';
import { notFound, type Actor, type Call, type StoreScope } from '../../api/routing.ts';
import type { Context } from '../../context.ts';
import type { Handle } from '../../platform/database/database.ts';
import { describeOperation, describeRow, untriedRows } from './describe-operation.rules.ts';
import type { LateOutcome, OperationDefinition, OperationDefinitions } from './operation-definition.ts';
import {
  countRows,
  findOperation,
  readOperations,
  readRows,
  subjectsFailedFor,
  type KeptRow,
  type OperationPageRow,
} from './operations.queries.ts';

/** An operation of a store. @throws Refusal 404 */
export async function requireOperation(db: Handle, storeId: number, id: number): Promise<OperationPageRow> {
  const operation = await findOperation(db, storeId, id);
  if (operation === null) throw notFound('operation');
  return operation;
}

/** An operation as the caller sees it. @throws Refusal 404 */
export async function describeFor(
  db: Handle,
  store: StoreScope,
  actor: Actor,
  id: number,
): Promise<Operation> {
  return describeOperation(await requireOperation(db, store.id, id), abilitiesIn(store.role, actor));
}

/** Operations of a store, newest first. */
export async function listOperations(
  definitions: OperationDefinitions,
  call: Call<typeof listOperationsEndpoint>,
): Promise<CallReply<typeof listOperationsEndpoint>> {
  const { ctx, store, actor, query } = call;
  const { page, perPage, offset } = pageOf(query);
  const { operations, totalCount } = await readOperations(
    ctx.db,
    {
      storeId: store.id,
      kinds: query.kind_eq === undefined ? (query.kind_in ?? null) : [query.kind_eq],
      subjectId: query.subject_id_eq ?? null,
    },
    { offset, limit: perPage },
  );
  const abilities = abilitiesIn(store.role, actor);
  return {
    operations: await Promise.all(
      operations.map(async (row) => {
        const operation = describeOperation(row, abilities);
        return withLate(operation, await readLate(ctx, definitions[row.kind], operation));
      }),
    ),
    total_count: totalCount,
    page,
    per_page: perPage,
  };
}

/** An operation with a page of its rows. @throws Refusal 404 */
export async function showOperation(
  definitions: OperationDefinitions,
  call: Call<typeof showOperationEndpoint>,
): Promise<CallReply<typeof showOperationEndpoint>> {
  const { ctx, store, actor, params, query } = call;
  const { page, perPage, offset } = pageOf(query);
  const operation = await describeFor(ctx.db, store, actor, params.operationId);
  const definition = definitions[operation.kind];
  const rows = await readRows(ctx.db, operation.id, { offset, limit: perPage });
  const late = await readLate(ctx, definition, operation);
  return {
    operation: withLate(operation, late),
    rows: rows.map((row) => describeRow(withOutcome(row, definition, late))),
    total_count: await countRows(ctx.db, operation.id),
    page,
    per_page: perPage,
    records:
      operation.finished_at === null
        ? noRecords
        : recordsOf(await listOutcomes(ctx, definition, operation.id)),
  };
}

const noRecords = { done: [], left: [] };

function recordsOf(rows: readonly OperationRow[]): { done: number[]; left: number[] } {
  const of = (...states: OperationRowState[]): number[] =>
    rows.flatMap(({ state, subject }) => (subject !== null && states.includes(state) ? [subject.id] : []));
  return { done: of('done', 'skipped'), left: of('failed', 'left_out') };
}

/** Rows that were recorded before their outcome was known. */
interface Late {
  /** The outcomes that are known now, by their records. */
  readonly outcomes: ReadonlyMap<string, LateOutcome>;
  /** How many are still not known. */
  readonly unknown: number;
}

const nothingLate: Late = { outcomes: new Map(), unknown: 0 };

const keyOf = (type: string, id: number): string => `${type} ${String(id)}`;

async function readLate(
  ctx: Context,
  { late }: OperationDefinition,
  { id, failed }: Pick<Operation, 'id' | 'failed'>,
): Promise<Late> {
  if (late === null || failed === 0) return nothingLate;
  const waiting = await subjectsFailedFor(ctx.db, id, late.code);
  if (waiting.length === 0) return nothingLate;
  const keys = new Set(waiting.map((subject) => keyOf(subject.type, subject.id)));
  const outcomes = await late.outcomes(ctx, id);
  const known = new Map(
    outcomes
      .map((outcome) => [keyOf(outcome.subject.type, outcome.subject.id), outcome] as const)
      .filter(([key]) => keys.has(key)),
  );
  return { outcomes: known, unknown: waiting.length - known.size };
}

/** An operation of which a row counts as failed only once that is known. */
function withLate(operation: Operation, { outcomes, unknown: unconfirmed }: Late): Operation {
  const done = [...outcomes.values()].filter(({ refusal }) => refusal === null).length;
  const failed = operation.failed - done - unconfirmed;
  return {
    ...operation,
    done: operation.done + done,
    failed,
    unconfirmed,
    can_retry: operation.can_retry && failed > 0,
  };
}

function withOutcome(row: KeptRow, definition: OperationDefinition, late: Late): KeptRow {
  const { subjectType: type, subjectId: id, code } = row;
  if (type === null || id === null || code !== definition.late?.code) return row;
  const outcome = late.outcomes.get(keyOf(type, id));
  if (outcome === undefined) return { ...row, state: 'unconfirmed' };
  const { refusal } = outcome;
  return refusal === null
    ? { ...row, state: 'done', code: null, codeValues: null }
    : { ...row, code: refusal.code, codeValues: refusal.values };
}

/** The outcome of every row of an operation of at most a thousand. */
export async function listOutcomes(
  ctx: Context,
  definition: OperationDefinition,
  id: number,
): Promise<readonly OperationRow[]> {
  const rows = await readRows(ctx.db, id, { offset: 0, limit: 1_000 });
  const late = await readLate(ctx, definition, {
    id,
    failed: rows.filter(({ state }) => state === 'failed').length,
  });
  return rows.map((row) => describeRow(withOutcome(row, definition, late)));
}

/** What became of the rows of a mass action until now. @throws Refusal 404 */
export async function showMassAction(
  ctx: Context,
  storeId: number,
  id: number,
  definitionOf: (kind: OperationKind) => OperationDefinition,
): Promise<CallReply<typeof showMassActionEndpoint>> {
  const row = await requireOperation(ctx.db, storeId, id);
  const operation = describeOperation(row, []);
  const late = await readLate(ctx, definitionOf(row.kind), operation);
  const { state, total, done, failed, unconfirmed } = withLate(operation, late);
  const leftOut = row.leftOut + (row.finishedAt === null ? 0 : (untriedRows(row) ?? 0));
  return { mass_action: { id, state, total, done, failed, unconfirmed, left_out: leftOut } };
}
