import type { ActionSubject } from '@evenstock/contract/actions/actions';
import type { Context } from '../../context.ts';
import { actionOfOperation } from './operation-actions.queries.ts';

/** The action of a record that a mass action has asked for; null: none yet. */
export function findActionOf(
  ctx: Context,
  operationId: number,
  subjectType: ActionSubject,
  subjectId: number,
): Promise<number | null> {
  return actionOfOperation(ctx.db, operationId, subjectType, subjectId);
}
