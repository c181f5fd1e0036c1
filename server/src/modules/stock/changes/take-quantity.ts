import { movementMessages } from '@evenstock/contract/messages/catalog/movements';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { released } from '../ledger/recovering.rules.ts';
import { endRecovery } from '../ledger/recovering.queries.ts';
import { recordMovement } from '../ledger/record-movement.ts';
import { saveStock } from '../ledger/save-stock.ts';
import { withMovements, type VariantStock, type VariantStocks } from '../protocol/variant-stock.rules.ts';

/**
 * Makes a quantity that was decided after a recovery the ledger's, by at most one movement, and lets its listings be written again.
 * @param loaded the variant with its sets, as they were loaded under their locks
 * @param variant the one of them
 */
export async function takeQuantity(
  tx: Tx,
  ctx: Context,
  loaded: VariantStocks,
  variant: VariantStock,
  decided: {
    readonly quantity: number;
    readonly generation: number;
    /** Who counted it; null where the shops showed it. */
    readonly userId: number | null;
    readonly listingIds: readonly number[];
  },
): Promise<void> {
  const at = ctx.clock.now();
  const { variantId, storeId } = variant;
  const adjustment = decided.quantity - variant.quantity;
  const source = { type: 'User', userId: decided.userId } as const;
  const cause = `recount:${String(decided.generation)}`;
  const entry = { storeId, variantId, adjustment, source, action: movementMessages.recounted, cause };
  const movement = adjustment === 0 ? null : await recordMovement(tx, ctx, entry, at);
  const recorded = movement === null ? [] : [movement];
  const free = new Map([...loaded, [variantId, released(variant, decided.listingIds)]]);
  const stocks = withMovements(free, recorded);
  await endRecovery(tx, decided.listingIds);
  await saveStock(tx, stocks, { movementOf: new Map(recorded.map(({ id }) => [variantId, id])), at });
}
