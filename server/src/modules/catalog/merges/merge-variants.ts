import { movementMessages } from '@evenstock/contract/messages/catalog/movements';
import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import { invalid, Refusal } from '../../../api/routing.ts';
import type { Handle, Tx } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { resolveMadeAnew } from '../intake/follow-made-anew.ts';
import { requirePayment } from '../../billing/require-payment.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { evaluateVariants } from '../../stock/ledger/evaluate-variants.ts';
import { lockStock } from '../../stock/ledger/lock-stock.ts';
import type { NewMovement } from '../../stock/ledger/movement.ts';
import { joinedVariant, type JoinedVariant } from '../../stock/lists/preview-joined-stock.ts';
import { recordMovements } from '../../stock/ledger/record-movement.ts';
import { replaceParts } from '../../stock/changes/replace-parts.ts';
import { namesOf } from '../variants/full-name.rules.ts';
import { mergedQuantity, quantitiesToMerge, type MergeChoice } from '../variants/merged-quantity.rules.ts';
import {
  joinedBy,
  joinVariants,
  keepMerge,
  labelsOf,
  listedAnew,
  stillThere,
} from '../variants/merges.queries.ts';
import { refreshVariants } from '../variants/refresh-variants.ts';
import { lockSettings, setSettings } from '../variants/variants.queries.ts';

export interface Merge {
  readonly storeId: number;
  readonly variantIds: readonly number[];
  /** A choice of the ledger's quantities, or a number of units; units owed stay owed. */
  readonly quantity: MergeChoice;
  readonly userId: number | null;
  /** The full name of the surviving SKU; without one it keeps its own. */
  readonly name?: string | undefined;
  /** The ledger's quantities that the member saw, by SKU; without them the current ones are taken. */
  readonly seen?: ReadonlyMap<number, number> | undefined;
}

/**
 * Joins SKUs into one with one quantity, in one transaction. Quantities come from the ledger, never from a read, which may lack a sale
 * that is not imported yet. Each source gets an entry that takes it to 0, the survivor one for the chosen quantity. A set of a merged
 * part follows the survivor.
 * @returns the surviving SKU; null where fewer than two were left to join
 * @throws Refusal 422 for a set, while Inventory Sync is off, or where a payment is missing; 409 with the current quantities where
 *   they are not those that were seen
 */
export function mergeVariants(ctx: Context, merge: Merge): Promise<number | null> {
  return inTransaction(ctx.db, async (tx) => (await mergeVariantsWithin(tx, ctx, merge))?.variantId ?? null);
}

/** The surviving SKU, and the merge by which it can be undone. */
export interface Merged {
  readonly variantId: number;
  readonly mergeId: number;
}

/** Merges SKUs in the caller's transaction. See `mergeVariants`. */
export async function mergeVariantsWithin(tx: Tx, ctx: Context, merge: Merge): Promise<Merged | null> {
  const at = ctx.clock.now();
  const ids = await stillThere(tx, merge.variantIds);
  const stocks = await lockStock(tx, ids);
  const variants = ids
    .flatMap((id) => stocks.get(id) ?? [])
    .filter((variant) => variant.storeId === merge.storeId)
    .sort((one, other) => one.variantId - other.variantId);
  const [survivor, ...sources] = variants;
  if (survivor === undefined || sources.length === 0) return null;
  if (!survivor.canSync) throw invalid('variant', message('catalog.merging_needs_sync'));
  const found = variants.map(joinedVariant);
  await requireNoSets(tx, found);
  if (merge.seen !== undefined) await requireSeen(tx, found, merge.seen);
  const anew = await listedAnew(tx, ids);
  const quantity = mergedQuantity(quantitiesToMerge(found, anew), merge.quantity);
  const listings = variants.flatMap((variant) =>
    variant.listings.map((listing) => ({
      variant_listing_id: listing.id,
      from_variant_id: variant.variantId,
      quantity_before: variant.quantity,
    })),
  );
  const sourceIds = sources.map((source) => source.variantId);
  const renamed =
    merge.name === undefined ? null : await renameVariant(tx, survivor.variantId, merge.name, at);
  const mergeId = await keepMerge(tx, {
    storeId: merge.storeId,
    variantId: survivor.variantId,
    kind: 'merge',
    listings,
    quantityAfter: quantity,
    userId: merge.userId,
    at,
    joined: {
      ...(await joinedBy(tx, survivor.variantId, sourceIds)),
      ...(renamed === null
        ? {}
        : { names: { before: renamed.before, after: renamed.after.full_product_name } }),
    },
  });
  const entry = (variantId: number, adjustment: number): NewMovement => ({
    storeId: merge.storeId,
    variantId,
    adjustment,
    source: { type: 'User', userId: merge.userId },
    action: movementMessages.merge,
    cause: `merge:${String(mergeId)}`,
  });
  const recorded = await recordMovements(
    tx,
    ctx,
    [
      ...sources
        .map((source) => entry(source.variantId, -source.quantity))
        .filter(({ adjustment }) => adjustment !== 0),
      // An entry is written even if it changes nothing: the ledger of the SKU shows every merge, and so does the recovery log.
      {
        ...entry(survivor.variantId, quantity - survivor.quantity),
        merge: { id: mergeId, at, sources: sourceIds, listings, quantityAfter: quantity },
      },
    ],
    at,
  );
  await joinVariants(tx, survivor.variantId, sourceIds, at);
  await replaceParts(tx, survivor.variantId, sourceIds);
  await refreshVariants(tx, [survivor.variantId, ...sourceIds]);
  await requirePayment(ctx, tx, merge.storeId);
  await recordActivity(tx, {
    storeId: merge.storeId,
    key: 'variant.merge',
    actor: merge.userId === null ? { type: 'System', id: null } : { type: 'User', id: merge.userId },
    recipient: { type: 'Variant', id: survivor.variantId },
    before: {
      quantity: survivor.quantity,
      variant_ids: variants.map(({ variantId }) => variantId),
      name: renamed?.before.name,
    },
    after: { quantity, variant_ids: [survivor.variantId], name: renamed?.after.name },
    extras: { merge_id: mergeId },
    at,
  });
  if (anew.length > 0) {
    const shops = new Set(variants.flatMap((variant) => variant.listings.map((each) => each.marketplaceId)));
    for (const marketplaceId of shops)
      await resolveMadeAnew(tx, { storeId: merge.storeId, marketplaceId }, at);
  }
  const movementOf = new Map(recorded.map((movement) => [movement.variantId, movement.id]));
  await evaluateVariants(tx, ctx, [survivor.variantId], movementOf);
  return { variantId: survivor.variantId, mergeId };
}

/** @throws Refusal 409 where the SKUs or their quantities differ from those that were seen */
async function requireSeen(
  tx: Tx,
  found: readonly JoinedVariant[],
  seen: ReadonlyMap<number, number>,
): Promise<void> {
  const isAsSeen = found.length === seen.size && found.every(({ id, quantity }) => seen.get(id) === quantity);
  if (isAsSeen) return;
  const labels = await labelsOf(
    tx,
    found.map(({ id }) => id),
  );
  const quantities = found
    .map(({ id, quantity }) => `${labels.get(id) ?? ''} ${String(quantity)}`.trim())
    .join(', ');
  throw new Refusal(409, message('catalog.merge_differs', { quantities }));
}

/** @throws Refusal 422 with the names of those that are sets */
export async function requireNoSets(
  db: Handle,
  variants: readonly Pick<JoinedVariant, 'id' | 'isSet'>[],
): Promise<void> {
  const sets = variants.filter(({ isSet }) => isSet).map(({ id }) => id);
  if (sets.length === 0) return;
  const names = [...(await labelsOf(db, sets)).values()].join(', ');
  throw invalid('variant_ids', message('stock.set_not_merged', { names }));
}

/** @returns the names before and after; null where it has the name already */
async function renameVariant(
  tx: Tx,
  variantId: number,
  typed: string,
  at: Date,
): Promise<Readonly<Record<'before' | 'after', ReturnType<typeof namesOf>>> | null> {
  const variant = await lockSettings(tx, variantId);
  if (typed === variant.full_product_name) return null;
  const names = namesOf(variant.product_name, typed);
  await setSettings(tx, variantId, names, at);
  const { name, full_product_name } = variant;
  return { before: { name, full_product_name }, after: names };
}
