import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import { invalid } from '../../../api/routing.ts';
import { announceOrders } from '../order/announce-orders.queries.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { linesOf } from './import-order.queries.ts';
import {
  countReturnedUnits,
  isAnsweredHere,
  lockNamedOrder,
  writeAnswerBy,
} from '../order/order-returns.queries.ts';
import { lockOrderState, writeOrderState } from '../order/order-states.queries.ts';
import { recordedStatus } from './recorded-status.rules.ts';

/** An order that a return names, locked, so that an import of it and its returns happen one after the other. */
export interface LockedOrder {
  readonly id: number;
  /** The buyer's data were deleted, so nothing that may contain any of them is stored. */
  readonly isBuyerDeleted: boolean;
  readonly items: readonly {
    readonly id: number;
    readonly lineId: string;
    readonly itemId: string | null;
    readonly variantId: string | null;
    readonly sku: string | null;
  }[];
  /** Derives the order's state and its returned units from its returns, after these were written. */
  applyReturns(): Promise<void>;
}

/**
 * Locks the order that a return names.
 * @param named by the number that the seller sees, or the id that the channel's calls take
 * @returns null where it is not here
 */
export async function lockReturnedOrder(
  tx: Tx,
  ctx: Context,
  marketplaceId: number,
  named: { readonly number: string | null; readonly channelId: string | null },
): Promise<LockedOrder | null> {
  const locked = await lockNamedOrder(tx, marketplaceId, named);
  if (locked === null) return null;
  const { id: orderId, isBuyerDeleted } = locked;
  const lines = await linesOf(tx, orderId);
  return {
    id: orderId,
    isBuyerDeleted,
    items: lines.map((line) => ({
      id: line.id,
      lineId: line.channel_line_id,
      itemId: line.channel_item_id,
      variantId: line.channel_variant_id,
      sku: line.sku,
    })),
    async applyReturns() {
      const order = await lockOrderState(tx, orderId);
      if (order === null) return;
      const at = ctx.clock.now();
      await writeOrderState(tx, orderId, recordedStatus(order), at);
      await countReturnedUnits(tx, orderId);
      await writeAnswerBy(tx, orderId);
      await announceOrders(tx, order.store_id, [orderId], at);
    },
  };
}

/**
 * Requires, in the transaction of an answer, that the return was not answered from here since it was read.
 * @throws Refusal 422 under 'order'
 */
export async function confirmUnanswered(tx: Tx, returnId: number): Promise<void> {
  if (await isAnsweredHere(tx, returnId)) throw invalid('order', message('returns.answered_already'));
}
