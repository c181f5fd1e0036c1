import type { Context } from '../context.ts';
import { changeParts } from '../modules/catalog/pages/change-parts.ts';

/** What a SKU is to be made of; nothing ends the set. */
export interface MadeSet {
  readonly setId: number;
  readonly parts: readonly { readonly variant_id: number; readonly units: number }[];
}

/** A member says what a SKU is made of. Pushes that follow are left to the workers. */
export async function makeSet(
  ctx: Context,
  { storeId, userId }: { readonly storeId: number; readonly userId: number },
  { setId, parts }: MadeSet,
): Promise<void> {
  await changeParts(ctx, { id: storeId }, { userId }, String(setId), { parts: [...parts] });
}

/** The store makes sets from now on. */
export async function switchSets(ctx: Context, storeId: number, isOn: boolean): Promise<void> {
  await ctx.db.updateTable('stores').set({ makes_sets: isOn }).where('id', '=', storeId).execute();
}
