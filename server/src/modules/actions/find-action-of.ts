import type { Context } from '../../context.ts';
import { actionOfOperation } from './actions.queries.ts';

/** The action of an order that a mass action has asked for; null: none yet. */
export function findActionOf(ctx: Context, operationId: number, orderId: number): Promise<number | null> {
  return actionOfOperation(ctx.db, operationId, 'Order', orderId);
}
