import type { Context } from '../context.ts';
import { updateVariant } from '../modules/catalog/pages/update-variant.ts';
import { updateMarketplace } from '../modules/marketplaces/update-marketplace.ts';
import { updateStore } from '../modules/stores/update-store.ts';

/** What a store's admin says about its safety stock. Units. */
export type KeptBack =
  | { readonly isKept: boolean }
  | { readonly marketplaceId: number; readonly units: number }
  | { readonly variantId: number; readonly units: number }
  /** The last units of a SKU, kept for one marketplace; null: for none. */
  | {
      readonly variantId: number;
      readonly last: { readonly marketplaceId: number; readonly units: number } | null;
    };

/** An admin changes what is kept back. Pushes that follow are left to the workers. */
export async function keepBack(
  ctx: Context,
  { storeId, userId }: { readonly storeId: number; readonly userId: number },
  what: KeptBack,
): Promise<void> {
  const actor = { userId, sessionId: 0, email: 'admin@market.test', role: 'admin' } as const;
  if ('isKept' in what) {
    await updateStore(ctx, actor, storeId, { keeps_safety_stock: what.isKept });
  } else if ('marketplaceId' in what) {
    await updateMarketplace(ctx, actor, { id: what.marketplaceId, storeId }, { safety_stock: what.units });
  } else {
    const store = {
      id: storeId,
      slug: 'market',
      country: 'sg',
      timeZone: 'Asia/Singapore',
      role: null,
    } as const;
    const change =
      'units' in what
        ? { safety_stock: what.units }
        : {
            last_units:
              what.last === null ? null : { marketplace_id: what.last.marketplaceId, units: what.last.units },
          };
    await updateVariant(ctx, store, actor, String(what.variantId), change);
  }
}
