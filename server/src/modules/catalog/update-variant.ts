import type { updateVariant as updateVariantEndpoint, Variant } from '@evenstock/contract/variants';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import { identityOf } from '../../api/identity.ts';
import { announce } from '../../api/live.ts';
import { notFound, type Actor, type StoreScope } from '../../api/routing.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { adjustQuantity } from '../stock/adjust-quantity.ts';
import { evaluateVariants } from '../stock/evaluate-listings.ts';
import { refreshVariants } from './refresh-variants.ts';
import { showVariant } from './show-variant.ts';
import { findVariant, type VariantWithCounts } from './variant-page.queries.ts';
import { setSettings } from './variants.queries.ts';

export type VariantChange = z.output<(typeof updateVariantEndpoint)['body']>['variant'];

/** What a change says beside the adjustment, where it differs from what is kept. */
function changedSettings(
  variant: VariantWithCounts,
  change: VariantChange,
): Partial<Pick<VariantWithCounts, 'has_maximum_quantity' | 'disable_restock' | 'name'>> {
  const { has_maximum_quantity: capped, disable_restock: disabled, name } = change;
  return {
    ...(capped === undefined || capped === variant.has_maximum_quantity
      ? {}
      : { has_maximum_quantity: capped }),
    ...(disabled === undefined || disabled === variant.disable_restock ? {} : { disable_restock: disabled }),
    ...(name === undefined || name === variant.name ? {} : { name }),
  };
}

/**
 * Adjusts the quantity of a SKU, or changes its settings. The adjustment is an entry of the ledger; its key makes a second
 * press of the same button change nothing.
 * @throws Refusal 404, or 422 when more is taken away than there is
 */
export async function updateVariant(
  ctx: Context,
  store: StoreScope,
  actor: Actor,
  variantId: string,
  change: VariantChange,
): Promise<Variant> {
  const variant = await findVariant(ctx.db, store.id, identityOf(variantId, 'The variant'));
  if (variant === null) throw notFound('The variant');
  // First, because it may be refused: then nothing is changed.
  if (change.adjustment !== undefined && change.adjustment !== 0) {
    await adjustQuantity(ctx, {
      storeId: store.id,
      variantId: variant.id,
      userId: actor.userId,
      units: change.adjustment,
      key: change.adjustment_key,
      refuseBelowZero: true,
    });
  }
  const settings = changedSettings(variant, change);
  if (Object.keys(settings).length > 0) await changeSettings(ctx, store, actor, variant, settings);
  return showVariant(ctx, store.id, String(variant.id), false);
}

async function changeSettings(
  ctx: Context,
  store: StoreScope,
  actor: Actor,
  variant: VariantWithCounts,
  settings: ReturnType<typeof changedSettings>,
): Promise<void> {
  const at = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    const { disable_restock: disabled, name } = settings;
    const written = {
      ...settings,
      ...(disabled === undefined ? {} : { disable_restock_since: disabled ? at : null }),
      ...(name === undefined ? {} : { full_product_name: renamed(variant, name) }),
    };
    await setSettings(tx, variant.id, written, at);
    if (name !== undefined) await refreshVariants(tx, [variant.id]);
    await recordActivity(tx, {
      storeId: store.id,
      key: 'variant.update',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'Variant', id: variant.id },
      extras: { fields: Object.keys(settings).join(', ') },
      at,
    });
    await announce(tx, store.id, 'variants', [variant.id]);
    // The marketplace's own limit counts from now on, or does not any more.
    if (settings.has_maximum_quantity !== undefined) await evaluateVariants(tx, ctx, [variant.id]);
  });
}

/** The full name with the variant's own part replaced. */
function renamed(variant: VariantWithCounts, name: string): string {
  const isWhole = variant.name === variant.full_product_name;
  return isWhole ? name : `${variant.product_name} - ${name}`;
}
