import { marketplaceOrderState } from '@evenstock/contract/order-states';
import type { Context } from '../../context.ts';
import { announce } from '../../api/live.ts';
import type { Tx } from '../../platform/database.ts';
import { linesOf } from './import-order.queries.ts';
import { countReturnedUnits, lockNamedOrder, readStanding, setOrderState } from './order-returns.queries.ts';
import { orderStatus } from './order-state.rules.ts';

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
  const order = await lockNamedOrder(tx, marketplaceId, named);
  if (order === null) return null;
  const lines = await linesOf(tx, order.id);
  return {
    id: order.id,
    items: lines.map((line) => ({
      id: line.id,
      lineId: line.channel_line_id,
      itemId: line.channel_item_id,
      variantId: line.channel_variant_id,
      sku: line.sku,
    })),
    async applyReturns() {
      const status = orderStatus({
        marketplaceState: marketplaceOrderState.parse(order.marketplace_state),
        category: order.category,
        cancellationRequested: order.state_reason === 'orders.cancellation_requested',
        pickupConfirmed: order.pickup_confirmed_at !== null,
        returns: await readStanding(tx, order.id),
      });
      if (status.state !== order.state || status.reason !== order.state_reason)
        await setOrderState(tx, order.id, status, ctx.clock.now());
      await countReturnedUnits(tx, order.id);
      await announce(tx, order.store_id, 'orders', [order.id]);
    },
  };
}
