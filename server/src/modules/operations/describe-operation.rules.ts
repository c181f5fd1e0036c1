import { operationAbilities, type Operation, type OperationRow } from '@evenstock/contract/operations';
import type { StoreAbility } from '@evenstock/contract/endpoint';
import type { OperationDefinition } from './operation-definition.ts';
import type { KeptRow, OperationPageRow } from './operations.queries.ts';
import { errorWords } from './operations.rules.ts';

/** Whether the failed rows of an operation can be tried again. */
export const isRetriable = (operation: OperationPageRow): boolean =>
  operation.finishedAt !== null && operation.failed > 0 && !operation.isRetried;

/** An operation as the API shows it to somebody with these abilities. */
export function describeOperation(row: OperationPageRow, abilities: readonly StoreAbility[]): Operation {
  const mayWork = abilities.includes(operationAbilities[row.kind]);
  const { errorCode: code, errorValues, finishedAt } = row;
  const values = errorValues ?? {};
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    total: row.total,
    done: row.done,
    failed: row.failed,
    error: code === null ? null : { code, values, text: errorWords(code, values, finishedAt !== null) },
    asked_by: row.userId === null || row.askedBy === null ? null : { id: row.userId, email: row.askedBy },
    asked_at: row.askedAt.toISOString(),
    started_at: row.startedAt?.toISOString() ?? null,
    finished_at: finishedAt?.toISOString() ?? null,
    resume_at: row.resumeAt?.toISOString() ?? null,
    is_ending: finishedAt === null && row.isCancelled,
    retry_of: row.retryOf,
    can_cancel: mayWork && finishedAt === null && !row.isCancelled,
    can_retry: mayWork && isRetriable(row),
  };
}

/** A row's outcome in words. */
export function describeRow(row: KeptRow, definition: OperationDefinition): OperationRow {
  const { key, label, state, subjectType: type, subjectId: id, code } = row;
  const values = row.codeValues ?? {};
  return {
    key,
    label,
    subject: type === null || id === null ? null : { type, id },
    state,
    reason: code === null ? null : { code, values, text: definition.words(code, values) },
    at: row.at.toISOString(),
  };
}
