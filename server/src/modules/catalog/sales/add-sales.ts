import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { salesSince } from './count-sales.ts';
import { addListingSales, type SoldUnits } from './sales.queries.ts';

/**
 * Adds units of one order to the sales of its listings and their SKUs, in the transaction that imports it; subtracts units that were
 * cancelled. The SKUs are locked. A listing that another transaction changes at the moment is left to the regular count.
 */
export async function addSales(
  tx: Tx,
  ctx: Context,
  order: { readonly placedAt: Date; readonly sold: readonly SoldUnits[] },
): Promise<void> {
  const byListing = new Map<number, number>();
  for (const { listingId, units } of order.sold) {
    byListing.set(listingId, (byListing.get(listingId) ?? 0) + units);
  }
  const sold = Array.from(byListing, ([listingId, units]) => ({ listingId, units })).filter(
    ({ units }) => units !== 0,
  );
  if (sold.length === 0) return;
  await addListingSales(tx, sold, order.placedAt >= salesSince(ctx));
}
