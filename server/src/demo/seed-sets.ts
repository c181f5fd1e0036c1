import type { Actor } from '../api/routing.ts';
import type { Context } from '../context.ts';
import { changeParts } from '../modules/catalog/pages/change-parts.ts';
import { updateStore } from '../modules/stores/update-store.ts';

/** What the gift box is made of: units by SKU. */
const GIFT_BOX = 'GIFT-BREW';
const IN_GIFT_BOX: ReadonlyMap<string, number> = new Map([
  ['FRENCH-350', 1],
  ['BEANS-250', 1],
  ['CUP-BLUE', 2],
]);

/** Makes the gift box a set of what is in it. */
export async function packGifts(ctx: Context, owner: Actor, storeId: number): Promise<void> {
  await updateStore(ctx, owner, storeId, { makes_sets: true });
  const variants = await ctx.db
    .selectFrom('variants')
    .select(['id', 'sku'])
    .where('store_id', '=', storeId)
    .where('sku', 'in', [GIFT_BOX, ...IN_GIFT_BOX.keys()])
    .where('merged_into_id', 'is', null)
    .orderBy('id')
    .execute();
  const box = variants.find(({ sku }) => sku === GIFT_BOX);
  if (box === undefined) return;
  const parts = [...IN_GIFT_BOX].flatMap(([code, units]) => {
    const part = variants.find(({ sku }) => sku === code);
    return part === undefined ? [] : [{ variant_id: part.id, units }];
  });
  await changeParts(ctx, { id: storeId }, owner, String(box.id), { parts });
}
