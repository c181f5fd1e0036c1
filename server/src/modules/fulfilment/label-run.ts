import { paperSize, type PaperSize } from '@evenstock/contract/printing/printing';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { recordActivity } from '../journal/record-activity.ts';
import type { OperationRecord } from '../operations/operation-definition.ts';
import { startOperation } from '../operations/start-operation.ts';
import { listDone } from '../operations/list-done.ts';

/** The orders in the order of their labels. */
export const labelRunParams = z.object({ orders: z.array(z.number().int()), paper: paperSize });

/** A run of labels is declared here, as shipping may begin it; printing fetches its labels. */
export const labelRun = { kind: 'order.print_labels', topics: [], params: labelRunParams } as const;

/** Begins to make the labels of the orders that an operation has shipped, in the transaction that ends it; without any, nothing. */
export async function beginLabels(
  tx: Tx,
  ctx: Context,
  { id, storeId, userId }: OperationRecord,
  paper: PaperSize,
): Promise<void> {
  const orders = [...(await listDone(tx, id))];
  if (orders.length === 0) return;
  const started = await startOperation(tx, ctx, labelRun, {
    storeId,
    params: { orders, paper },
    userId,
    exclusiveKey: null,
    total: orders.length,
    begunBy: id,
  });
  await recordActivity(tx, {
    storeId,
    key: 'order.print_labels',
    actor: userId === null ? { type: 'System', id: null } : { type: 'User', id: userId },
    recipient: { type: 'Operation', id: started.id },
    extras: { orders: orders.length },
    at: ctx.clock.now(),
  });
}
