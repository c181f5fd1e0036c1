import { englishOf, said } from '@evenstock/contract/messages/english';
import {
  operationAbilities,
  type Operation,
  type OperationRow,
} from '@evenstock/contract/operations/operations';
import type { StoreAbility } from '@evenstock/contract/api/endpoint';
import type { KeptRow, OperationPageRow } from './operations.queries.ts';
import { errorMessages } from './operations.rules.ts';

/** Whether the failed rows of an operation can be tried again. */
export const isRetriable = (operation: OperationPageRow): boolean =>
  operation.finishedAt !== null && operation.failed > 0 && !operation.isRetried;

/** The number of rows that were not tried; null while the total is unknown. */
export const untriedRows = ({ total, done, failed }: OperationPageRow): number | null =>
  total === null ? null : Math.max(total - done - failed, 0);

/** Whether an operation that ended before its last row can be continued. */
export const isContinuable = (operation: OperationPageRow): boolean =>
  (operation.state === 'cancelled' || operation.state === 'failed') &&
  untriedRows(operation) !== 0 &&
  !operation.isContinued;

/** An operation as the API shows it to a caller with these abilities. */
export function describeOperation(row: OperationPageRow, abilities: readonly StoreAbility[]): Operation {
  const mayWork = abilities.includes(operationAbilities[row.kind]);
  const { finishedAt } = row;
  return {
    id: row.id,
    kind: row.kind,
    subject_id: row.subjectId,
    state: row.state,
    total: row.total,
    done: row.done,
    failed: row.failed,
    unconfirmed: 0,
    left_out: row.leftOut,
    error: describeError(row),
    asked_by: row.userId === null || row.askedBy === null ? null : { id: row.userId, email: row.askedBy },
    asked_at: row.askedAt.toISOString(),
    started_at: row.startedAt?.toISOString() ?? null,
    finished_at: finishedAt?.toISOString() ?? null,
    resume_at: row.resumeAt?.toISOString() ?? null,
    is_ending: finishedAt === null && row.isCancelled,
    retry_of: row.retryOf,
    continuation_of: row.continuationOf,
    began: row.began,
    can_cancel: mayWork && finishedAt === null && !row.isCancelled,
    can_retry: mayWork && isRetriable(row),
    can_continue: mayWork && isContinuable(row),
  };
}

function describeError({ errorCode: code, errorValues, finishedAt }: OperationPageRow): Operation['error'] {
  if (code === null) return null;
  const messages = errorMessages({ code, values: errorValues ?? {} }, finishedAt !== null);
  return { ...messages[0], messages: [...messages], text: englishOf(messages) };
}

/** The outcome of a row as a message. */
export function describeRow(row: KeptRow): OperationRow {
  const { key, label, state, subjectType: type, subjectId: id, code } = row;
  return {
    key,
    label,
    subject: type === null || id === null ? null : { type, id },
    state,
    reason: code === null ? null : said({ code, values: row.codeValues ?? {} }),
    at: row.at.toISOString(),
  };
}
