import type { CallReply } from '@evenstock/contract/api/endpoint';
import type { previewQuantities as endpoint } from '@evenstock/contract/catalog/quantity-changes';
import { said } from '@evenstock/contract/messages/english';
import { message, type Message } from '@evenstock/contract/messages/message';
import type { Call } from '../../../api/routing.ts';
import { reasonBelowZero } from '../../stock/changes/adjust-quantity.ts';
import { listQuantityChanges, type AskedQuantity } from './list-quantity-changes.ts';
import { editedVariants, type EditedVariant } from './quantity-edits.queries.ts';

type Edit = Call<typeof endpoint>['body']['quantities'][number];

/**
 * What edits of quantities would change now, and which are left out, each with its reason. An edit changes a quantity by what it is to be, less
 * what it was when it was shown: what was sold meanwhile stays sold. Nothing is locked or written.
 */
export async function previewQuantities({
  ctx,
  store,
  body: { quantities },
}: Call<typeof endpoint>): Promise<CallReply<typeof endpoint>> {
  const variants = await editedVariants(
    ctx.db,
    store.id,
    quantities.map(({ variant_id: id }) => id),
  );
  const known = new Map(variants.map((variant) => [variant.asked, variant]));
  const asked: AskedQuantity[] = [];
  const leftOut: CallReply<typeof endpoint>['left_out'] = [];
  for (const edit of quantities) {
    const variant = known.get(edit.variant_id);
    const reason = whyLeftOut(edit, variant);
    if (variant === undefined || reason !== null) {
      const label = variant?.label ?? String(edit.variant_id);
      leftOut.push({
        variant_id: edit.variant_id,
        label,
        reason: said(reason ?? message('api.variant_not_found')),
      });
      continue;
    }
    const { quantity: now } = variant;
    asked.push({
      row: null,
      variantId: edit.variant_id,
      now,
      then: now + edit.to - edit.from,
      barcodes: null,
    });
  }
  return { changes: [...(await listQuantityChanges(ctx, asked, asked.length))], left_out: leftOut };
}

/** Why an edit is not made; null: it is. The same as adjustQuantity refuses. */
function whyLeftOut({ from, to }: Edit, variant: EditedVariant | undefined): Message | null {
  if (variant === undefined) return message('api.variant_not_found');
  if (variant.isSet) return message('stock.set_has_no_quantity');
  return to < from && variant.quantity + to - from < 0 ? reasonBelowZero(variant.quantity) : null;
}
