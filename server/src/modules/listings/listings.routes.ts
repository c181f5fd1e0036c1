import {
  deleteListing,
  deleteListingOfProduct,
  delistListing,
  delistListingOfProduct,
  listListingsOfProduct,
  listProductListings,
  relistListing,
  relistListingOfProduct,
  showProductListing,
  showRawListing as showRawListingEndpoint,
  showRawListingVariants as showRawListingVariantsEndpoint,
  syncListing as syncListingEndpoint,
  syncListingOfProduct,
  updateListingOfProduct,
  updateProductListing,
  updateVariantListing,
  type ListingDetail,
} from '@evenstock/contract/catalog/product-listings';
import { massEdit, showEditGrid as showEditGridEndpoint } from '@evenstock/contract/listings/mass-edits';
import {
  massDelist,
  massRelist,
  previewMassSale as previewEndpoint,
} from '@evenstock/contract/listings/mass-sales';
import { route, type Call, type Route } from '../../api/routing.ts';
import { changeSale } from './act-on-listing.ts';
import { editListingPrice, editVariantListing } from './edit-listing.ts';
import type { Caller } from './listing-to-act-on.ts';
import { listListings, showListing } from './show-listing.ts';
import { showRawListing, showRawListingVariants } from './show-raw-listing.ts';
import { showEditGrid, startMassEdit } from './start-mass-edit.ts';
import { previewMassSale, startMassSale } from './start-mass-sale.ts';
import { syncListing } from './sync-listing.ts';

type ListingCall = Caller & { readonly params: { readonly productListingId: number } };
type Reply = Promise<{ product_listing: ListingDetail }>;

const selling =
  (verb: Parameters<typeof changeSale>[2]) =>
  async (call: ListingCall): Reply => ({
    product_listing: await changeSale(call, call.params.productListingId, verb),
  });

const sync = async (call: ListingCall): Reply => ({
  product_listing: await syncListing(call, call.params.productListingId),
});

type PriceCall = ListingCall & Pick<Call<typeof updateProductListing>, 'body'>;

const setPrice = async (call: PriceCall): Reply => {
  const { price, if_unchanged_since: since } = call.body.product_listing;
  return { product_listing: await editListingPrice(call, call.params.productListingId, price, since) };
};

export const listingsRoutes: readonly Route[] = [
  route(listProductListings, listListings),
  route(listListingsOfProduct, listListings),
  route(showProductListing, async (call) => ({
    product_listing: await showListing(call, call.params.productListingId),
  })),
  route(delistListing, selling('delist')),
  route(delistListingOfProduct, selling('delist')),
  route(relistListing, selling('relist')),
  route(relistListingOfProduct, selling('relist')),
  route(previewEndpoint, previewMassSale),
  route(massDelist, startMassSale('delist')),
  route(massRelist, startMassSale('relist')),
  route(showEditGridEndpoint, showEditGrid),
  route(massEdit, startMassEdit),
  route(deleteListing, selling('delete')),
  route(deleteListingOfProduct, selling('delete')),
  route(syncListingEndpoint, sync),
  route(syncListingOfProduct, sync),
  route(updateProductListing, setPrice),
  route(updateListingOfProduct, setPrice),
  route(updateVariantListing, async (call) => ({
    variant_listing: await editVariantListing(call, call.params.variantListingId, call.body.variant_listing),
  })),
  route(showRawListingEndpoint, ({ ctx, store, params }) =>
    showRawListing(ctx, store, params.variantListingId),
  ),
  route(showRawListingVariantsEndpoint, ({ ctx, store, params }) =>
    showRawListingVariants(ctx, store, params.variantListingId),
  ),
];
