import type { CallReply } from '@evenstock/contract/api/endpoint';
import type { getShippingLabels, PaperSize } from '@evenstock/contract/printing/printing';
import type { Context } from '../../context.ts';
import { Answer, notFound, type Actor, type StoreScope } from '../../api/routing.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { awaitOperation } from '../operations/await-operation.ts';
import { showMassAction } from '../operations/show-operation.ts';
import { startOperation } from '../operations/start-operation.ts';
import { printLabelsOperation } from './print-labels.ts';
import { findOrdersToPrint } from './printing.queries.ts';
import { showLabels } from './show-labels.ts';

type Reply = CallReply<typeof getShippingLabels>;

interface Caller {
  readonly ctx: Context;
  readonly store: StoreScope;
  readonly actor: Actor;
  readonly respondsAsync: boolean;
}

/**
 * Starts to fetch the labels of orders, and waits 25 s at most for the end, unless the caller prefers not to.
 * @throws Refusal 404 where none of the orders is the store's
 */
export async function startLabels(
  { ctx, store, actor, respondsAsync }: Caller,
  ids: readonly number[],
  paper: PaperSize,
): Promise<Reply | Answer<Reply>> {
  const orders = (await findOrdersToPrint(ctx.db, store.id, [...new Set(ids)])).map(({ id }) => id);
  if (orders.length === 0) throw notFound('order');
  const { id } = await inTransaction(ctx.db, async (tx) => {
    const started = await startOperation(tx, ctx, printLabelsOperation, {
      storeId: store.id,
      params: { orders, paper },
      userId: actor.userId,
      exclusiveKey: null,
      total: orders.length,
    });
    await recordActivity(tx, {
      storeId: store.id,
      key: 'order.print_labels',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'Operation', id: started.id },
      extras: { orders: orders.length },
      at: ctx.clock.now(),
    });
    return started;
  });
  const massAction = () => showMassAction(ctx, store.id, id, () => printLabelsOperation);
  if (respondsAsync) return new Answer(202, await massAction());
  const end = await awaitOperation(ctx, store.id, id);
  const labels = await showLabels(ctx, store, actor, id);
  return end === null ? new Answer(202, { ...(await massAction()), ...labels }) : labels;
}
