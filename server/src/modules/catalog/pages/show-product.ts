import type { product, productListing } from '@evenstock/contract/catalog/products';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import { identityOf } from '../../../api/identity.ts';
import { notFound } from '../../../api/routing.ts';
import { describeMarketplaceBrief } from '../variants/describe-listing.rules.ts';
import { describeVariantRow } from '../variants/describe-variant.rules.ts';
import { overallStateOf, trackStateOf } from '../variants/listing-status.rules.ts';
import { offeredQuantities } from '../variants/merges.queries.ts';
import {
  findProduct,
  productListingsOf,
  survivorsOf,
  variantListingsOfProduct,
  variantsOfProduct,
  type ProductListingRecord,
} from '../variants/product-page.queries.ts';

type ProductListing = z.infer<typeof productListing>;

function describeProductListing(listing: ProductListingRecord): ProductListing {
  const { id, slug, name, image_url, state, status } = listing;
  const trackState = trackStateOf(listing.marketplace.state);
  return {
    id,
    slug,
    name,
    image_url,
    state,
    status: listing.raw_status === '' ? null : listing.raw_status,
    overall_state: overallStateOf({ status, state, deletedAt: listing.deleted_at }, null, trackState),
    marketplace: describeMarketplaceBrief(listing.marketplace),
    marketplace_item_id: listing.channel_item_id,
    last_synced_at: listing.last_synced_at.toISOString(),
    deleted_at: listing.deleted_at?.toISOString() ?? null,
    track_state: trackState,
  };
}

/**
 * A product with its SKUs and its listings.
 * @throws Refusal 404
 */
export async function showProduct(
  ctx: Context,
  storeId: number,
  productId: string,
): Promise<z.infer<typeof product>> {
  const found = await findProduct(ctx.db, storeId, identityOf(productId, 'product'));
  if (found === null) throw notFound('product');
  const [variants, listings, shared] = await Promise.all([
    variantsOfProduct(ctx.db, found.id),
    productListingsOf(ctx.db, storeId, { productId: found.id }),
    variantListingsOfProduct(ctx.db, found.id),
  ]);
  // An item that shares another product with most of its SKUs still shows where the others are sold.
  const ids = [...new Set(shared.map(({ product_listing_id: id }) => id))];
  const shown = listings.length > 0 ? listings : await productListingsOf(ctx.db, storeId, { ids });
  const survivors = variants.length > 0 ? [] : await survivorsOf(ctx.db, found.id);
  const offered = await offeredQuantities(
    ctx.db,
    variants.map(({ id }) => id),
  );
  return {
    ...found,
    updated_at: found.updated_at.toISOString(),
    variants: variants.map(describeVariantRow),
    product_listings: shown.map(describeProductListing),
    merged_into: survivors,
    unmerge_offers: shared.flatMap((listing) => {
      const unmerge_quantity = offered.get(listing.variant_listing_id);
      return unmerge_quantity === undefined ? [] : [{ ...listing, unmerge_quantity }];
    }),
  };
}

/**
 * One listing of a product.
 * @throws Refusal 404
 */
export async function showProductListing(ctx: Context, storeId: number, id: number): Promise<ProductListing> {
  const [listing] = await showProductListings(ctx, storeId, [id]);
  if (listing === undefined) throw notFound('listing');
  return listing;
}

/** Listings of products, by id and in no order. */
export async function showProductListings(
  ctx: Context,
  storeId: number,
  ids: readonly number[],
): Promise<readonly ProductListing[]> {
  return (await productListingsOf(ctx.db, storeId, { ids })).map(describeProductListing);
}
