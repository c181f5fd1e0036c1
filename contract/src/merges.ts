import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { empty, flag, id, idOrSlug, instant, none, recordId } from './fields.ts';
import { variantListing, variantListingPath } from './listings.ts';
import { marketplaceBrief } from './marketplaces.ts';
import { messagesOnWire } from './messages/message.ts';
import { productListing } from './products.ts';
import { storePath } from './stores.ts';

export const automerge = endpoint({
  name: 'automerge',
  summary: 'Merge all SKUs of the same code, in the background; a mail follows',
  method: 'POST',
  path: '/api/stores/:storeId/variants/automerge.json',
  params: storePath,
  query: none,
  body: z
    .object({ store_id: z.union([recordId, idOrSlug]).optional(), is_using_highest_qty: flag.optional() })
    .optional(),
  reply: empty,
  permission: 'product.work',
  audit: 'variant.automerge',
});

/** What automatic merging would do now, and how the last one stands. */
export const automergePreview = z.object({
  groups_count: z.number().int(),
  listings_count: z.number().int(),
  /** The first groups, with the quantity each choice would give. */
  groups: z.array(
    z.object({
      sku: z.string(),
      highest: z.number().int(),
      lowest: z.number().int(),
      variants: z.array(
        z.object({
          id,
          slug: z.string(),
          full_product_name: z.string(),
          quantity: z.number().int(),
          marketplaces: z.array(marketplaceBrief),
        }),
      ),
    }),
  ),
  last_run: z
    .object({
      id,
      state: z.enum(['running', 'done', 'failed', 'cancelled']),
      total: z.number().int(),
      done: z.number().int(),
      failed: z.number().int(),
      error: z.string().nullable(),
      error_messages: messagesOnWire,
      started_at: instant,
      finished_at: instant.nullable(),
    })
    .nullable(),
});

export const previewAutomerge = endpoint({
  name: 'previewAutomerge',
  summary: 'SKUs that share a code, and the quantity that merging would give each',
  method: 'GET',
  path: '/api/stores/:storeId/variants/automerge_preview.json',
  params: storePath,
  query: none,
  body: none,
  reply: automergePreview,
  permission: 'product.view',
  audit: null,
});

/** Both numbers add up to the shared quantity, and the first is not below 0; without numbers the offered ones are used. */
const numbers = z
  .object({
    quantity: z.coerce.number().int().min(-1_000_000_000).max(1_000_000_000),
    shared_quantity: z.coerce.number().int(),
  })
  .partial();

const division = z.object({ variant_listing: numbers.optional() }).optional();

/** The same for each SKU of a product listing; listings that are not named are divided as offered. */
const divisions = z
  .object({
    product_listing: z
      .object({ divisions: z.array(numbers.extend({ variant_listing_id: id })).max(1000) })
      .optional(),
  })
  .optional();

export const unmergeFromVariant = endpoint({
  name: 'unmergeFromVariant',
  summary: 'Take one listing out of its SKU and divide the quantity',
  method: 'POST',
  path: '/api/stores/:storeId/variant_listings/:variantListingId/unmerge_from_variant.json',
  params: variantListingPath,
  query: none,
  body: division,
  reply: z.object({ variant_listing: variantListing }),
  permission: 'product.work',
  audit: 'variant_listing.unmerge',
});

const unmergingProduct = {
  summary: 'Take all SKUs of one listing out of the product that it shares',
  method: 'POST',
  query: none,
  body: divisions,
  reply: z.object({ product_listing: productListing }),
  permission: 'product.work',
  audit: 'variant_listing.unmerge',
} as const;

export const unmergeFromProduct = endpoint({
  name: 'unmergeFromProduct',
  path: '/api/stores/:storeId/product_listings/:productListingId/unmerge_from_product.json',
  params: storePath.extend({ productListingId: recordId }),
  ...unmergingProduct,
});

/** The same beneath a product's path; the listing is found by its own id, whichever product it is in by now. */
export const unmergeListingFromProduct = endpoint({
  name: 'unmergeListingFromProduct',
  path: '/api/stores/:storeId/products/:productId/product_listings/:productListingId/unmerge_from_product.json',
  params: storePath.extend({ productId: idOrSlug, productListingId: recordId }),
  ...unmergingProduct,
});
