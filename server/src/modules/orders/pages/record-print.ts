import type { Context } from '../../../context.ts';
import { announceOrders } from '../order/announce-orders.queries.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { lockPrintTimes, setPrintTime, type PrintTime } from './print-times.queries.ts';

export interface PrintedOrder {
  readonly id: number;
  readonly referenceNumber: string;
  readonly printedAt: Date;
}

/**
 * Records that orders of a store were printed now, also if they were printed before.
 * @returns those that are the store's, as they were asked for
 */
export async function recordPrint(
  ctx: Context,
  { storeId, userId }: { readonly storeId: number; readonly userId: number },
  field: PrintTime,
  ids: readonly number[],
): Promise<PrintedOrder[]> {
  const at = ctx.clock.now();
  const written: { [Field in PrintTime]?: string } = { [field]: at.toISOString() };
  return inTransaction(ctx.db, async (tx) => {
    const orders = await lockPrintTimes(tx, storeId, ids);
    await setPrintTime(
      tx,
      orders.map(({ id }) => id),
      field,
      at,
    );
    for (const order of orders) {
      await recordActivity(tx, {
        storeId,
        key: 'order.print',
        actor: { type: 'User', id: userId },
        recipient: { type: 'Order', id: order.id },
        before: { [field]: order[field]?.toISOString() ?? null },
        after: written,
        at,
      });
    }
    const printed = new Map(orders.map((order) => [order.id, order.reference_number] as const));
    await announceOrders(tx, storeId, [...printed.keys()], at);
    return ids.flatMap((id) => {
      const referenceNumber = printed.get(id);
      return referenceNumber === undefined ? [] : [{ id, referenceNumber, printedAt: at }];
    });
  });
}
