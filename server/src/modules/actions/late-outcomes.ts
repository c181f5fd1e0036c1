import { fromChannel } from '@evenstock/contract/messages/message';
import type { Context } from '../../context.ts';
import type { LateOutcome } from '../operations/operation-definition.ts';
import { endedActionsOf } from './operation-actions.queries.ts';

/** How the actions that an operation has asked for ended, also those that ended after its last row. */
export async function lateOutcomes(ctx: Context, operationId: number): Promise<readonly LateOutcome[]> {
  const ended = await endedActionsOf(ctx.db, operationId);
  return ended.map(
    ({ subjectType: type, subjectId: id, state, outcome_message: kept, outcome_reason: text }) => ({
      subject: { type, id },
      refusal: state === 'done' ? null : (kept ?? fromChannel(text ?? '')),
    }),
  );
}
