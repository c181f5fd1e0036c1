import type { Context } from '../../../context.ts';
import { announce } from '../../../api/live.ts';
import { notFound } from '../../../api/routing.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { recordChange } from '../../journal/record-activity.ts';
import { changeBarcodes, type BarcodeChange } from '../variants/change-barcodes.ts';
import { refreshVariants } from '../variants/refresh-variants.ts';
import { findVariant } from '../variants/variant-page.queries.ts';
import { lockSettings } from '../variants/variants.queries.ts';

export interface SavedBarcodes extends BarcodeChange {
  readonly storeId: number;
  readonly variantId: number;
  /** Null: their account is gone. */
  readonly userId: number | null;
  /** The operation that it is a part of. */
  readonly operationId: number;
}

/**
 * Adds barcodes to a SKU and takes others away, as an operation asks for it; those of a merged SKU go to the one that it became. Done twice,
 * it changes nothing the second time.
 * @throws Refusal 404; 422 as `changeBarcodes`
 */
export async function saveBarcodes(ctx: Context, asked: SavedBarcodes): Promise<void> {
  const { storeId, userId, operationId } = asked;
  const variant = await findVariant(ctx.db, storeId, { id: asked.variantId });
  if (variant === null) throw notFound('variant');
  const { id } = variant;
  await inTransaction(ctx.db, async (tx) => {
    const at = ctx.clock.now();
    await lockSettings(tx, id);
    const changed = await changeBarcodes(tx, { storeId, variantId: id }, asked, at);
    if (changed === null) return;
    await recordChange(tx, {
      storeId,
      key: 'variant.update',
      actor: { type: 'User', id: userId },
      recipient: { type: 'Variant', id },
      before: { barcodes: changed.before },
      after: { barcodes: changed.after },
      extras: { operation_id: operationId },
      at,
    });
    await refreshVariants(tx, [id]);
    await announce(tx, storeId, 'variants', [id]);
  });
}
