import { previewQuantities as previewQuantitiesEndpoint } from '@evenstock/contract/catalog/quantity-changes';
import {
  automerge as automergeEndpoint,
  manualMerge,
  previewAutomerge as previewAutomergeEndpoint,
  previewMerge as previewMergeEndpoint,
  showMerge as showMergeEndpoint,
  undoMerge as undoMergeEndpoint,
  unmergeFromProduct as unmergeFromProductEndpoint,
  unmergeFromVariant,
  unmergeListingFromProduct,
} from '@evenstock/contract/catalog/merges';
import {
  massMerge as massMergeEndpoint,
  previewMassMerge as previewMassMergeEndpoint,
} from '@evenstock/contract/catalog/mass-merges';
import {
  countRemovedSuggestions,
  listMergeable,
  listMergeableByBarcode,
  listRemovedMergeable,
  mergeSuggestions as mergeSuggestionsEndpoint,
  removeSuggestions as removeSuggestionsEndpoint,
} from '@evenstock/contract/catalog/suggested-merges';
import {
  pullProduct as pullProductEndpoint,
  showProduct as showProductEndpoint,
  updateProduct as updateProductEndpoint,
} from '@evenstock/contract/catalog/products';
import {
  changeParts as changePartsEndpoint,
  countVariantStatuses,
  forceUpdateQuantity as forceUpdateQuantityEndpoint,
  listVariants as listVariantsEndpoint,
  massPin,
  massUnpin,
  pullVariant as pullVariantEndpoint,
  pullVariantOfProduct,
  showVariant as showVariantEndpoint,
  updateVariant as updateVariantEndpoint,
  updateVariantOfProduct,
} from '@evenstock/contract/catalog/variants';
import { explainQuantity as explainQuantityEndpoint } from '@evenstock/contract/catalog/explained-quantity';
import { settleDifference as settleDifferenceEndpoint } from '@evenstock/contract/catalog/listings';
import {
  massForceZero as massForceZeroEndpoint,
  previewMassForceZero,
} from '@evenstock/contract/catalog/force-zero';
import { boostListing } from '@evenstock/contract/catalog/boosts';
import { pullDiscounts as pullDiscountsEndpoint } from '@evenstock/contract/marketplaces/marketplaces';
import { route, type Call, type Route } from '../../api/routing.ts';
import { showMarketplace } from '../marketplaces/show-marketplace.ts';
import { settleDifference } from '../stock/reads/settle-difference.ts';
import { changeParts } from './pages/change-parts.ts';
import { explainQuantity } from './pages/explain-quantity.ts';
import { listBarcodeSuggestions, listSuggestions } from './merges/list-suggestions.ts';
import { countStatuses, listVariants } from './pages/list-variants.ts';
import { massMerge, mergeEvery, mergeSuggestions, previewMassMerge } from './merges/merge-in-mass.ts';
import { mergeByHand } from './merges/merge-by-hand.ts';
import { pinVariants } from './pages/pin-variants.ts';
import { previewAutomerge } from './merges/preview-automerge.ts';
import { previewQuantities } from './pages/preview-quantities.ts';
import { previewMerge } from './merges/preview-merge.ts';
import { startPullingDiscounts } from './intake/pull-discounts.ts';
import { previewForceZero } from './zeroing/preview-force-zero.ts';
import { massForceZero } from './zeroing/schedule-force-zero.ts';
import { pullProduct } from './intake/pull-product.ts';
import { forceUpdateQuantity, pullVariant } from './intake/pull-variant.ts';
import { removeSuggestions } from './merges/remove-suggestions.ts';
import { showProduct, showProductListing } from './pages/show-product.ts';
import { showListing, showVariant } from './variants/show-variant.ts';
import { countRemoved } from './merges/suggestions.queries.ts';
import { toggleBoost } from './boosts/toggle-boost.ts';
import { showMerge, undoMerge } from './merges/undo-merge.ts';
import { unmergeFromProduct, unmergeListing } from './merges/unmerge-listing.ts';
import { updateProduct } from './pages/update-product.ts';
import { updateVariant } from './pages/update-variant.ts';

async function unmergeProductListing({
  ctx,
  store,
  actor,
  params: { productListingId: id },
  body,
}: Pick<Call<typeof unmergeFromProductEndpoint>, 'ctx' | 'store' | 'actor' | 'params' | 'body'>) {
  await unmergeFromProduct(ctx, store, actor, id, byListing(body?.product_listing?.divisions));
  return { product_listing: await showProductListing(ctx, store.id, id) };
}

const byListing = <D extends { readonly variant_listing_id: number }>(divisions: readonly D[] = []) =>
  new Map(divisions.map((division) => [division.variant_listing_id, division]));

export const catalogRoutes: readonly Route[] = [
  route(pullDiscountsEndpoint, async ({ ctx, actor, store, params }) => {
    const id = await startPullingDiscounts(ctx, actor, store.id, params.marketplaceId);
    return showMarketplace(ctx, actor, store, String(id));
  }),
  route(listVariantsEndpoint, listVariants),
  route(countVariantStatuses, countStatuses),
  route(previewQuantitiesEndpoint, previewQuantities),
  route(showVariantEndpoint, async ({ ctx, store, params, query }) => ({
    variant: await showVariant(ctx, store.id, params.variantId, query.with_inactive ?? false),
  })),
  route(explainQuantityEndpoint, async ({ ctx, store, params }) => ({
    explained_quantity: await explainQuantity(ctx, store.id, params.variantId),
  })),
  route(updateVariantEndpoint, ({ ctx, store, actor, params, body }) =>
    updateVariant(ctx, store, actor, params.variantId, body.variant),
  ),
  route(updateVariantOfProduct, ({ ctx, store, actor, params, body }) =>
    updateVariant(ctx, store, actor, params.variantId, body.variant),
  ),
  route(changePartsEndpoint, async ({ ctx, store, actor, params, body }) => ({
    variant: await changeParts(ctx, store, actor, params.variantId, body),
  })),
  route(previewMassForceZero, previewForceZero),
  route(massForceZeroEndpoint, ({ ctx, store, actor, body }) =>
    massForceZero(ctx, store, actor, body.variant_listing, body.expected_count),
  ),
  route(massPin, async ({ ctx, store, actor, body }) => ({
    count: await pinVariants(ctx, store, actor, body, true),
  })),
  route(massUnpin, async ({ ctx, store, actor, body }) => ({
    count: await pinVariants(ctx, store, actor, body, false),
  })),
  route(pullVariantEndpoint, async ({ ctx, store, actor, params }) => ({
    variant: await pullVariant(ctx, store, actor, params.variantId),
  })),
  route(forceUpdateQuantityEndpoint, async ({ ctx, store, actor, params }) => ({
    variant: await forceUpdateQuantity(ctx, store, actor, params.variantId),
  })),
  route(pullVariantOfProduct, async ({ ctx, store, actor, params }) => ({
    variant: await pullVariant(ctx, store, actor, params.variantId),
  })),
  route(showProductEndpoint, async ({ ctx, store, params }) => ({
    product: await showProduct(ctx, store.id, params.productId),
  })),
  route(updateProductEndpoint, async ({ ctx, store, actor, params, body }) => {
    await updateProduct(ctx, store, actor, params.productId, body.product);
    return { product: await showProduct(ctx, store.id, params.productId) };
  }),
  route(pullProductEndpoint, async ({ ctx, store, actor, params }) => {
    await pullProduct(ctx, store, actor, params.productId);
    return { product: await showProduct(ctx, store.id, params.productId) };
  }),
  route(previewAutomergeEndpoint, ({ ctx, store }) => previewAutomerge(ctx, store.id)),
  route(automergeEndpoint, mergeEvery),
  route(listMergeable, (call) => listSuggestions(call, 'active')),
  route(listMergeableByBarcode, listBarcodeSuggestions),
  route(listRemovedMergeable, (call) => listSuggestions(call, 'removed')),
  route(mergeSuggestionsEndpoint, mergeSuggestions),
  route(previewMassMergeEndpoint, previewMassMerge),
  route(massMergeEndpoint, massMerge),
  route(removeSuggestionsEndpoint, async ({ ctx, store, actor, body }) => ({
    count: await removeSuggestions(ctx, store, actor, body.skus),
  })),
  route(countRemovedSuggestions, async ({ ctx, store }) => ({ count: await countRemoved(ctx.db, store.id) })),
  route(previewMergeEndpoint, async ({ ctx, store, query }) => {
    const choice = query.qty ?? ((query.is_using_highest_qty ?? true) ? 'highest' : 'lowest');
    return { merge_preview: await previewMerge(ctx, store.id, query.variant_ids, choice) };
  }),
  route(manualMerge, async ({ ctx, store, actor, body }) => {
    const { variantId, mergeId } = await mergeByHand(ctx, store, actor, body);
    return { variant: await showVariant(ctx, store.id, String(variantId), false), merge_id: mergeId };
  }),
  route(showMergeEndpoint, async ({ ctx, store, params }) => ({
    merge: await showMerge(ctx, store.id, params.mergeId),
  })),
  route(undoMergeEndpoint, async ({ ctx, store, actor, params, body }) => {
    await undoMerge(ctx, store, actor, params.mergeId, body?.merge?.shown);
    return { merge: await showMerge(ctx, store.id, params.mergeId) };
  }),
  route(unmergeFromVariant, async ({ ctx, store, actor, params, body }) => {
    await unmergeListing(ctx, store, actor, params.variantListingId, body?.variant_listing);
    return { variant_listing: await showListing(ctx, store.id, params.variantListingId) };
  }),
  route(settleDifferenceEndpoint, async ({ ctx, store, actor, params, body }) => {
    const { userId } = actor;
    const { variantListingId } = params;
    await settleDifference(ctx, { storeId: store.id, userId, variantListingId, ...body.difference });
    return { variant_listing: await showListing(ctx, store.id, variantListingId) };
  }),
  route(boostListing, async ({ ctx, store, actor, params }) => ({
    variant_listing: await toggleBoost(ctx, store, actor, params.variantListingId),
  })),
  route(unmergeFromProductEndpoint, unmergeProductListing),
  route(unmergeListingFromProduct, unmergeProductListing),
];
