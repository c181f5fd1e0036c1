import type { QuantityChange } from '@evenstock/contract/catalog/quantity-changes';
import type { Context } from '../../../context.ts';
import { foreseeQuantities } from './foresee-quantities.ts';
import { largestChanges, oddityOf } from './quantity-changes.rules.ts';

/** A change of a quantity that is asked for, in units. */
export interface AskedQuantity {
  /** The row of the sheet that asks for it; null: no sheet does. */
  readonly row: number | null;
  readonly variantId: number;
  readonly now: number;
  readonly then: number;
  /** Barcodes that change with it; null: none does. */
  readonly barcodes: { readonly add: readonly string[]; readonly remove: readonly string[] } | null;
}

/**
 * Changes of quantities with the names of their SKUs, and what each marketplace is to show: unusual ones first, then the largest.
 * Nothing is locked or written.
 * @param most how many are listed
 */
export async function listQuantityChanges(
  ctx: Context,
  asked: readonly AskedQuantity[],
  most: number,
): Promise<readonly QuantityChange[]> {
  const listed = largestChanges(asked, most);
  const foreseen = await foreseeQuantities(
    ctx,
    new Map(listed.map(({ variantId, then }) => [variantId, then])),
  );
  return listed.flatMap((change) => {
    const found = foreseen.get(change.variantId);
    if (found === undefined) return [];
    const { row, now, then } = change;
    const barcodes = {
      added: [...(change.barcodes?.add ?? [])],
      removed: [...(change.barcodes?.remove ?? [])],
    };
    return { row, now, then, barcodes, odd: oddityOf(change), ...found };
  });
}
