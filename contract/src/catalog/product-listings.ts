import { z } from 'zod';
import { actionState } from '../actions/actions.ts';
import { endpoint } from '../api/endpoint.ts';
import { optionalForceZeroFields, withForceZeroChecks } from './force-zero.ts';
import { id, idOrSlug, instant, listOf, money, none, paging, recordId } from '../api/fields.ts';
import { variantListing, variantListingPath } from './listings.ts';
import { fault, messageOnWire } from '../messages/message.ts';
import { productListing } from './products.ts';
import { storePath } from '../stores/stores.ts';

/** What can be done with a listing. */
export const listingAction = z.enum([
  'edit_price',
  'edit_name',
  'delist',
  'relist',
  'sync',
  'delete',
  'unmerge',
]);
export type ListingAction = z.infer<typeof listingAction>;

/** The kinds of actions that change a listing at its marketplace. */
export const listingWorkKinds = [
  'listing.price',
  'listing.rename',
  'listing.delist',
  'listing.relist',
  'listing.remove',
] as const;
export const listingWorkKind = z.enum(listingWorkKinds);
export type ListingWorkKind = z.infer<typeof listingWorkKind>;

/** The newest change of a kind: unfinished, confirmed in the last hour, or refused and not dismissed. */
export const listingWork = z.object({
  id,
  kind: listingWorkKind,
  state: actionState,
  /** The listing of a price change; null for other kinds. */
  variant_listing_id: id.nullable(),
  /** The price that was asked for. */
  price: money.nullable(),
  formatted_price: z.string().nullable(),
  /** The name that was asked for. */
  name: z.string().nullable(),
  asked_at: instant,
  finished_at: instant.nullable(),
  /** Without an answer for more than an hour: a person looks at the marketplace. */
  needs_you: z.boolean(),
  /** Why it was refused, in words for the seller. */
  outcome: z.object({ reason: z.string(), message: messageOnWire }).nullable(),
});
export type ListingWork = z.infer<typeof listingWork>;

/** A listing with its SKUs, what can be done with it, and what is being done to it. */
export const listingDetail = productListing.extend({
  /** The price of all its SKUs; null where they differ, or none is known. */
  price: money.nullable(),
  formatted_price: z.string().nullable(),
  currency: z.string().nullable(),
  /** The seller's own code of the item. */
  marketplace_sku: z.string().nullable(),
  /** The seller's page of the listing; null where the channel has none that can be linked. */
  edit_url: z.string().nullable(),
  product: z.object({ id, slug: z.string(), name: z.string() }),
  variant_listings: z.array(variantListing),
  /** The longest name that its marketplace allows, in characters. */
  name_limit: z.number().int(),
  actions: z.array(listingAction),
  /** What cannot be done with it, and why. */
  unavailable_actions: z.array(
    z.object({ action: listingAction, reason: z.string(), reason_message: messageOnWire }),
  ),
  works: z.array(listingWork),
});
export type ListingDetail = z.infer<typeof listingDetail>;

/** The price of every SKU, in the major unit of its currency. */
const price = z
  .union([z.number(), z.string().regex(/\S/, fault('listings.price_required'))], {
    error: fault('listings.price_required'),
  })
  .pipe(
    z.coerce
      .number<string | number>({ error: fault('listings.price_number') })
      .min(0.1, fault('listings.price_least'))
      .max(1_000_000_000, fault('listings.price_most')),
  );

/** The latest `updated_at` of its SKUs as the caller knows it: refused with 409 where one was changed since. */
const ifUnchangedSince = instant.optional();

const inStore = storePath.extend({ productListingId: recordId });
const inProduct = inStore.extend({ productId: idOrSlug });
const storeListings = '/api/stores/:storeId/product_listings';
const productListings = '/api/stores/:storeId/products/:productId/product_listings';
const reply = z.object({ product_listing: listingDetail });

const listing = {
  summary: 'Listings with their SKUs, by the name of their marketplace',
  method: 'GET',
  query: z.object(paging),
  body: none,
  reply: listOf('product_listings', listingDetail),
  permission: 'product.view',
  audit: null,
} as const;

export const listProductListings = endpoint({
  name: 'listProductListings',
  path: `${storeListings}.json`,
  params: storePath,
  ...listing,
});

export const listListingsOfProduct = endpoint({
  name: 'listListingsOfProduct',
  path: `${productListings}.json`,
  params: storePath.extend({ productId: idOrSlug }),
  ...listing,
});

export const showProductListing = endpoint({
  name: 'showProductListing',
  summary: 'A listing with its SKUs, what can be done with it, and what is being done to it',
  method: 'GET',
  path: `${storeListings}/:productListingId.json`,
  params: storePath.extend({ productListingId: idOrSlug }),
  query: none,
  body: none,
  reply,
  permission: 'product.view',
  audit: null,
});

const delisting = {
  summary: 'Take a listing off sale at its marketplace',
  method: 'POST',
  query: none,
  body: none,
  reply,
  permission: 'product.work',
  audit: 'product_listing.delist',
} as const;

export const delistListing = endpoint({
  name: 'delistListing',
  path: `${storeListings}/:productListingId/delist.json`,
  params: inStore,
  ...delisting,
});
/** Beneath a product's path the listing is found by its own id, whichever product it is in by now; so with all that follow. */
export const delistListingOfProduct = endpoint({
  name: 'delistListingOfProduct',
  path: `${productListings}/:productListingId/delist.json`,
  params: inProduct,
  ...delisting,
});

const relisting = {
  ...delisting,
  summary: 'Put a listing on sale again at its marketplace',
  audit: 'product_listing.relist',
} as const;

export const relistListing = endpoint({
  name: 'relistListing',
  path: `${storeListings}/:productListingId/relist.json`,
  params: inStore,
  ...relisting,
});
export const relistListingOfProduct = endpoint({
  name: 'relistListingOfProduct',
  path: `${productListings}/:productListingId/relist.json`,
  params: inProduct,
  ...relisting,
});

const syncing = {
  ...delisting,
  summary: 'Read a listing from its marketplace now',
  audit: 'product_listing.pull',
} as const;

export const syncListing = endpoint({
  name: 'syncListing',
  path: `${storeListings}/:productListingId/sync.json`,
  params: inStore,
  ...syncing,
});
export const syncListingOfProduct = endpoint({
  name: 'syncListingOfProduct',
  path: `${productListings}/:productListingId/sync.json`,
  params: inProduct,
  ...syncing,
});

const deleting = {
  summary: 'Delete a listing at its marketplace',
  method: 'DELETE',
  query: none,
  body: none,
  reply,
  permission: 'listing.delete',
  audit: 'product_listing.delete',
} as const;

export const deleteListing = endpoint({
  name: 'deleteListing',
  path: `${storeListings}/:productListingId.json`,
  params: inStore,
  ...deleting,
});
export const deleteListingOfProduct = endpoint({
  name: 'deleteListingOfProduct',
  path: `${productListings}/:productListingId.json`,
  params: inProduct,
  ...deleting,
});

const updating = {
  summary: 'Set the price of all SKUs of a listing at its marketplace',
  method: 'PATCH',
  query: none,
  body: z.object({ product_listing: z.object({ price, if_unchanged_since: ifUnchangedSince }) }),
  reply,
  permission: 'product.work',
  audit: 'product_listing.update',
} as const;

export const updateProductListing = endpoint({
  name: 'updateProductListing',
  path: `${storeListings}/:productListingId.json`,
  params: inStore,
  ...updating,
});
export const updateListingOfProduct = endpoint({
  name: 'updateListingOfProduct',
  path: `${productListings}/:productListingId.json`,
  params: inProduct,
  ...updating,
});

export const updateVariantListing = endpoint({
  name: 'updateVariantListing',
  summary:
    'Set the price of a SKU at its marketplace, the name of its listing, or the time in which it shows 0',
  method: 'PATCH',
  path: '/api/stores/:storeId/variant_listings/:variantListingId.json',
  params: variantListingPath,
  query: none,
  body: z.object({
    variant_listing: withForceZeroChecks(
      z
        .object({
          price: price.optional(),
          /** The name belongs to the product listing; any of its SKUs may carry it. */
          product_listing_attributes: z
            .object({
              id: recordId,
              name: z.string().trim().min(1, fault('listings.name_required')).max(1000),
            })
            .optional(),
          ...optionalForceZeroFields,
          if_unchanged_since: ifUnchangedSince,
        })
        .refine(
          ({ if_unchanged_since: _, ...change }) => Object.values(change).some((part) => part !== undefined),
          {
            error: fault('listings.price_required'),
            path: ['price'],
          },
        ),
    ),
  }),
  reply: z.object({ variant_listing: variantListing }),
  permission: 'product.work',
  audit: 'variant_listing.update',
});

const reading = {
  method: 'GET',
  params: variantListingPath,
  query: none,
  body: none,
  reply: z.object({
    answers: z.array(z.object({ call: z.string(), status: z.number().int(), body: z.string() })),
  }),
  permission: 'platform.inspect',
  audit: null,
} as const;

export const showRawListing = endpoint({
  name: 'showRawListing',
  summary: 'What the marketplace answers about the item of a listing, as it came',
  path: '/api/stores/:storeId/variant_listings/:variantListingId/get_product_detail_response',
  ...reading,
});

export const showRawListingVariants = endpoint({
  name: 'showRawListingVariants',
  summary: 'What the marketplace answers about the stock of a listing’s SKUs, as it came',
  path: '/api/stores/:storeId/variant_listings/:variantListingId/get_product_variants_response',
  ...reading,
});
