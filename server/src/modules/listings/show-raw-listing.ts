import type { CallReply } from '@evenstock/contract/api/endpoint';
import type { showRawListing as endpoint } from '@evenstock/contract/catalog/product-listings';
import type { Context } from '../../context.ts';
import { notFound, type StoreScope } from '../../api/routing.ts';
import { readRaw } from '../connections/read-raw.ts';
import { findItem, itemOfVariantListing, listingKeys, type ListedAt } from './listings.queries.ts';

type RawListing = CallReply<typeof endpoint>;

/**
 * The item of a listing as its marketplace reports it now, unchanged.
 * @throws Refusal 404; 422 under 'product_listing' where the marketplace does not answer
 */
export async function showRawListing(
  ctx: Context,
  store: StoreScope,
  variantListingId: number,
): Promise<RawListing> {
  const { marketplaceId, channelItemId } = await mustFind(ctx, store, variantListingId);
  const answers = await readRaw(ctx, marketplaceId, 'product_listing', (access, connector) =>
    connector.listings.read(access, [channelItemId]),
  );
  return { answers };
}

/** The stock of all SKUs of a listing's item, as its marketplace reports it now, unchanged. @throws Refusal as `showRawListing` */
export async function showRawListingVariants(
  ctx: Context,
  store: StoreScope,
  variantListingId: number,
): Promise<RawListing> {
  const { marketplaceId, productListingId } = await mustFind(ctx, store, variantListingId);
  const keys = await listingKeys(ctx.db, { productListingId });
  const answers = await readRaw(ctx, marketplaceId, 'product_listing', (access, connector) =>
    connector.stock.read(access, keys),
  );
  return { answers };
}

async function mustFind(
  ctx: Context,
  store: StoreScope,
  variantListingId: number,
): Promise<ListedAt & { readonly productListingId: number }> {
  const productListingId = await itemOfVariantListing(ctx.db, store.id, variantListingId);
  const item = productListingId === null ? null : await findItem(ctx.db, productListingId);
  if (productListingId === null || item === null) throw notFound('listing');
  return { ...item, productListingId };
}
