import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../context.ts';
import { invalid } from '../../api/routing.ts';
import { announce } from '../../api/live.ts';
import type { Tx } from '../../platform/database.ts';
import { linesOf } from './import-order.queries.ts';
import { countReturnedUnits, isAnsweredHere, lockNamedOrder } from './order-returns.queries.ts';
import { lockOrderState, writeOrderState } from './order-states.queries.ts';
import { recordedStatus } from './recorded-status.rules.ts';

/** An order that a return names, locked, so that an import of it and its returns happen one after the other. */
export interface LockedOrder {
  readonly id: number;
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
  const orderId = await lockNamedOrder(tx, marketplaceId, named);
  if (orderId === null) return null;
  const lines = await linesOf(tx, orderId);
  return {
    id: orderId,
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
      await writeOrderState(tx, orderId, recordedStatus(order), ctx.clock.now());
      await countReturnedUnits(tx, orderId);
      await announce(tx, order.store_id, 'orders', [orderId]);
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
