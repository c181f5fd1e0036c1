import { ChannelError } from '@evenstock/connectors/kit/errors';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { withinTime } from '../../platform/time/time-limit.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { requireOffered, type OrderActKind, type Requester } from '../orders/acts/act-on-order.ts';
import type { StateChange } from '../orders/imports/mark-order.ts';
import { readOrder } from '../orders/imports/read-order.ts';
import { orderToActOn, type OrderToActOn } from '../orders/order/order-to-act-on.ts';

/** The longest that the marketplace is asked first, in milliseconds. */
const READ_WITHIN = 8_000;

/** Reads the order, as its buyer may have cancelled it. A marketplace that does not answer does not hold up what is recorded here. */
async function readFirst(ctx: Context, storeId: number, order: OrderToActOn): Promise<void> {
  const scope = { storeId, marketplaceId: order.marketplace.id };
  const silent = (error: unknown): void => {
    ctx.log.info(
      { err: error, order: order.id },
      'An order could not be read before an act that is recorded here.',
    );
  };
  try {
    await withinTime(readOrder(ctx, scope, order.ref.channelId, 'normal'), READ_WITHIN, silent);
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    silent(error);
  }
}

/**
 * Records an action of an order with its activity, once. Its marketplace is not told; the order is read first.
 * @param mark locks the order, confirms and records it; null where it was recorded before
 * @throws Refusal 422 under 'order' with why it is not offered, or no longer
 */
export async function recordHere(
  ctx: Context,
  by: Pick<Requester, 'storeId' | 'userId'>,
  order: OrderToActOn,
  act: OrderActKind,
  mark: (tx: Tx, confirm: () => Promise<void>) => Promise<StateChange | null>,
): Promise<void> {
  requireOffered(order, act.action);
  await readFirst(ctx, by.storeId, order);
  await inTransaction(ctx.db, async (tx) => {
    const marked = await mark(tx, async () => {
      const now = await orderToActOn(ctx, by.storeId, order.referenceNumber, tx);
      requireOffered(now, act.action);
    });
    if (marked === null) return;
    await recordActivity(tx, {
      storeId: by.storeId,
      key: act.activity,
      actor: { type: 'User', id: by.userId },
      recipient: { type: 'Order', id: order.id },
      before: { state: marked.before },
      after: { state: marked.after },
      at: ctx.clock.now(),
    });
  });
}
