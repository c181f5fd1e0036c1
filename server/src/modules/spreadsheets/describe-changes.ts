import type { ListedChange } from '@evenstock/contract/spreadsheets/spreadsheets';
import type { Context } from '../../context.ts';
import { foreseeQuantities } from '../catalog/pages/foresee-quantities.ts';
import { oddityOf, type SheetChange } from './sheet-changes.rules.ts';

/** Changes with the names of their SKUs, and what each marketplace is to show. Nothing is locked or written. */
export async function describeChanges(
  ctx: Context,
  changes: readonly SheetChange[],
): Promise<readonly ListedChange[]> {
  const foreseen = await foreseeQuantities(
    ctx,
    new Map(changes.map(({ variantId, then }) => [variantId, then])),
  );
  return changes.flatMap((change) => {
    const found = foreseen.get(change.variantId);
    if (found === undefined) return [];
    const { row, now, then } = change;
    return { row, now, then, odd: oddityOf(change), ...found };
  });
}
