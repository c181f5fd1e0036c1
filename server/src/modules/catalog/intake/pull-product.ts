import type { Context } from '../../../context.ts';
import { identityOf } from '../../../api/identity.ts';
import { notFound, type Actor, type StoreScope } from '../../../api/routing.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { findProduct, variantsOfProduct } from '../variants/product-page.queries.ts';
import { readFromMarketplaces } from './pull-variant.ts';
import { listingsOfVariant } from '../variants/variant-page.queries.ts';

/**
 * Reads all listings of a product's SKUs from their marketplaces now.
 * @throws Refusal 404, or 422 under 'product' with what a marketplace answered
 */
export async function pullProduct(
  ctx: Context,
  store: StoreScope,
  actor: Actor,
  productId: string,
): Promise<void> {
  const product = await findProduct(ctx.db, store.id, identityOf(productId, 'product'));
  if (product === null) throw notFound('product');
  const variants = await variantsOfProduct(ctx.db, product.id);
  const listings = await Promise.all(variants.map(({ id }) => listingsOfVariant(ctx.db, id, true)));
  const pulled = await readFromMarketplaces(ctx, store.id, listings.flat());
  await inTransaction(ctx.db, (tx) =>
    recordActivity(tx, {
      storeId: store.id,
      key: 'product.pull',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'Product', id: product.id },
      extras: { pulled_count: pulled },
      at: ctx.clock.now(),
    }),
  );
}
