import { message } from '@evenstock/contract/messages/message';
import type { updateProduct as updateProductEndpoint } from '@evenstock/contract/catalog/products';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import { announce } from '../../../api/live.ts';
import { identityOf } from '../../../api/identity.ts';
import { notFound, Refusal, type Actor, type StoreScope } from '../../../api/routing.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { recordChange } from '../../journal/record-activity.ts';
import { requireSync } from '../../stores/store/require-sync.ts';
import { findProduct, lockProduct, renameProduct } from '../variants/product-page.queries.ts';
import { refreshVariants } from '../variants/refresh-variants.ts';

type ProductChange = z.output<(typeof updateProductEndpoint)['body']>['product'];

/**
 * Renames a product here; its listings keep their names. Full names of SKUs that begin with the former one are renamed.
 * @throws Refusal 404; 409 where it was changed since the caller read it; 422 where the store does not sync
 */
export async function updateProduct(
  ctx: Context,
  store: StoreScope,
  actor: Actor,
  productId: string,
  { name, if_unchanged_since: since }: ProductChange,
): Promise<void> {
  const found = await findProduct(ctx.db, store.id, identityOf(productId, 'product'));
  if (found === null) throw notFound('product');
  const at = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    await requireSync(tx, store.id, 'name');
    const before = await lockProduct(tx, found.id);
    if (since !== undefined && before.updated_at > new Date(since)) {
      throw new Refusal(409, message('catalog.product_changed', { name: before.name }));
    }
    const isChanged = await recordChange(tx, {
      storeId: store.id,
      key: 'product.update',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'Product', id: found.id },
      before: { name: before.name },
      after: { name },
      at,
    });
    if (!isChanged) return;
    const variantIds = await renameProduct(tx, found.id, { from: before.name, to: name }, at);
    await refreshVariants(tx, variantIds);
    await announce(tx, store.id, 'variants', variantIds);
  });
}
