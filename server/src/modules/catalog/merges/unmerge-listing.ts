import { movementMessages } from '@evenstock/contract/messages/catalog/movements';
import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { announce } from '../../../api/live.ts';
import { type Actor, invalid, notFound, Refusal, type StoreScope } from '../../../api/routing.ts';
import { inTransaction, RetryTransaction } from '../../../platform/database/transaction.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { evaluateVariants } from '../../stock/ledger/evaluate-variants.ts';
import { lockStock } from '../../stock/ledger/lock-stock.ts';
import { recordMovements } from '../../stock/ledger/record-movement.ts';
import { divide, mostUnits, type Division } from '../variants/division.rules.ts';
import { fullName } from '../variants/full-name.rules.ts';
import { createProduct, createVariant } from '../variants/create-variant.ts';
import {
  findLeavingListing,
  keepMerge,
  listingsOfItem,
  moveListing,
  moveToProduct,
  offeredQuantities,
  sharesOnlyItsProduct,
  variantsOfItem,
  type LeavingListing,
} from '../variants/merges.queries.ts';
import { refreshVariants } from '../variants/refresh-variants.ts';

/**
 * Unmerges one listing from its SKU and divides the ledger's quantity, as offered unless given, in one transaction. The listing keeps
 * its unexplained difference; earlier orders stay with the shared quantity.
 * @returns the new SKU of the listing
 * @throws Refusal 404, 422 where there is nothing to take apart, it is a set, or for units that are not there, 409 when the numbers do not add up to
 * the quantity any more
 */
export function unmergeListing(
  ctx: Context,
  store: Pick<StoreScope, 'id'>,
  actor: Pick<Actor, 'userId'>,
  listingId: number,
  division: Division = {},
): Promise<number> {
  return inTransaction(ctx.db, async (tx) => {
    const listing = await findLeavingListing(tx, store.id, listingId);
    if (listing === null) throw notFound('listing');
    const variantId = await leaveVariant(tx, ctx, {
      storeId: store.id,
      userId: actor.userId,
      listing,
      division,
    });
    await settleProduct(tx, store.id, listing, ctx.clock.now());
    return variantId;
  });
}

/**
 * Unmerges all SKUs of one item from its shared product, divided as offered where no numbers are given for a listing.
 * @throws Refusal 404, 422 where it shares none or for units that are not there, 409 when numbers do not add up any more
 */
export function unmergeFromProduct(
  ctx: Context,
  store: Pick<StoreScope, 'id'>,
  actor: Pick<Actor, 'userId'>,
  productListingId: number,
  divisions: ReadonlyMap<number, Division> = new Map(),
): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const listings = await listingsOfItem(tx, store.id, productListingId);
    const first = listings[0] === undefined ? null : await findLeavingListing(tx, store.id, listings[0]);
    if (first === null) throw notFound('product_listing');
    const offered = await offeredQuantities(tx, await variantsOfItem(tx, productListingId));
    const shared = listings.filter((id) => offered.has(id));
    if (shared.length === 0) throw alone();
    for (const id of shared) {
      const listing = await findLeavingListing(tx, store.id, id);
      if (listing === null) throw new RetryTransaction();
      const division = divisions.get(id) ?? {};
      await leaveVariant(tx, ctx, { storeId: store.id, userId: actor.userId, listing, division });
    }
    await settleProduct(tx, store.id, first, ctx.clock.now());
  });
}

interface Leaving {
  readonly storeId: number;
  readonly userId: number;
  readonly listing: LeavingListing;
  readonly division: Division;
}

/**
 * Moves a listing out of its SKU, in the caller's transaction.
 * @returns its new SKU
 * @throws as `unmergeListing` does
 */
async function leaveVariant(
  tx: Tx,
  ctx: Context,
  { storeId, userId, listing, division }: Leaving,
): Promise<number> {
  const at = ctx.clock.now();
  const variant = (await lockStock(tx, [listing.variant_id])).get(listing.variant_id);
  if (variant === undefined) throw notFound('listing');
  const own = variant.listings.find(({ id }) => id === listing.id);
  if (own === undefined) throw new RetryTransaction();
  if (variant.madeOf !== null) throw invalid('variant_listing', message('stock.set_not_unmerged'));
  if (variant.listings.filter((l) => !l.isDeleted).length < 2) throw alone();
  const offered = (await offeredQuantities(tx, [variant.variantId])).get(listing.id) ?? 0;
  const units = unitsTaken(variant.quantity, offered, division);
  const variantId = await createVariant(
    tx,
    {
      storeId,
      productId: listing.product_id,
      name: listing.name === '' ? listing.item_name : listing.name,
      fullProductName: fullName(listing.item_name, listing.name),
      sku: listing.sku,
    },
    at,
  );
  const entry = { storeId, source: { type: 'User', userId }, action: movementMessages.unmerge } as const;
  const mergeId = await keepMerge(tx, {
    storeId,
    variantId,
    kind: 'unmerge',
    listings: [
      {
        variant_listing_id: listing.id,
        from_variant_id: variant.variantId,
        quantity_before: variant.quantity,
      },
    ],
    quantityAfter: units,
    userId,
    at,
  });
  const cause = `unmerge:${String(mergeId)}`;
  const recorded = await recordMovements(
    tx,
    ctx,
    [
      // An entry is written even if it changes nothing: the ledger of the SKU shows every unmerge, and so does the recovery log.
      { ...entry, variantId: variant.variantId, adjustment: 0 - units, cause },
      ...(units === 0 ? [] : [{ ...entry, variantId, adjustment: units, cause }]),
    ],
    at,
  );
  await moveListing(tx, listing.id, variantId, at);
  await refreshVariants(tx, [variant.variantId, variantId]);
  await recordActivity(tx, {
    storeId,
    key: 'variant_listing.unmerge',
    actor: { type: 'User', id: userId },
    recipient: { type: 'VariantListing', id: listing.id },
    before: listing,
    after: { variant_id: variantId },
    extras: { merge_id: mergeId, quantity: units, kept: variant.quantity - units },
    at,
  });
  await announce(tx, storeId, 'variants', [variant.variantId, variantId]);
  const movementOf = new Map(recorded.map((movement) => [movement.variantId, movement.id]));
  await evaluateVariants(tx, ctx, [variant.variantId, variantId], movementOf);
  return variantId;
}

function unitsTaken(shared: number, offered: number, division: Division): number {
  const divided = divide(shared, offered, division);
  if ('units' in divided) return divided.units;
  if (divided.problem === 'differs')
    throw new Refusal(409, message('catalog.division_differs', { quantity: shared }));
  const most = mostUnits(shared);
  throw invalid(
    'quantity',
    most === 0 ? message('catalog.nothing_to_divide') : message('catalog.division_out_of_range', { most }),
  );
}

function alone(): Refusal {
  return invalid('variant_listing', message('catalog.not_merged'));
}

/** An item that no longer shares a SKU has a product of its own. */
async function settleProduct(tx: Tx, storeId: number, listing: LeavingListing, at: Date): Promise<void> {
  if (!(await sharesOnlyItsProduct(tx, listing.product_listing_id))) return;
  const product = { storeId, name: listing.item_name, imageUrl: listing.item_image_url };
  await moveToProduct(tx, listing.product_listing_id, await createProduct(tx, product, at), at);
}
