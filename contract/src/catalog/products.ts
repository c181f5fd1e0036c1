import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { id, idOrSlug, instant, none } from '../api/fields.ts';
import { listingState, overallState } from './listings.ts';
import { marketplaceBrief } from '../marketplaces/marketplaces.ts';
import { storePath } from '../stores/stores.ts';
import { variantRow } from './variants.ts';
import { fault } from '../messages/message.ts';

export const productListing = z.object({
  id,
  slug: z.string(),
  name: z.string(),
  image_url: z.string().nullable(),
  status: z.string().nullable(),
  state: listingState,
  overall_state: overallState,
  marketplace: marketplaceBrief,
  marketplace_item_id: z.string(),
  last_synced_at: instant.nullable(),
  deleted_at: instant.nullable(),
  /** `inactive`: its marketplace is not authorised, so nothing is read there. */
  track_state: z.enum(['active', 'inactive']),
});

/** A listing that shares its SKU, and what unmerging its product listing would offer it by default. */
export const unmergeOffer = z.object({
  product_listing_id: id,
  variant_listing_id: id,
  variant_id: id,
  unmerge_quantity: z.number().int(),
});

export const product = z.object({
  id,
  slug: z.string(),
  name: z.string(),
  image_url: z.string().nullable(),
  /** When it was changed here last. */
  updated_at: instant,
  variants: z.array(variantRow),
  product_listings: z.array(productListing),
  unmerge_offers: z.array(unmergeOffer),
  /** The SKUs of other products that have all of its own now. Empty as long as it has one itself. */
  merged_into: z.array(z.object({ id, slug: z.string(), full_product_name: z.string() })),
});

export const showProduct = endpoint({
  name: 'showProduct',
  summary: 'A product with its SKUs and its listings',
  method: 'GET',
  path: '/api/stores/:storeId/products/:productId.json',
  params: storePath.extend({ productId: idOrSlug }),
  query: none,
  body: none,
  reply: z.object({ product }),
  permission: 'product.view',
  audit: null,
});

const productPath = storePath.extend({ productId: idOrSlug });
const productReply = z.object({ product });

export const updateProduct = endpoint({
  name: 'updateProduct',
  summary: 'Rename a product here; its listings keep their names',
  method: 'PATCH',
  path: '/api/stores/:storeId/products/:productId.json',
  params: productPath,
  query: none,
  body: z.object({
    product: z.object({
      name: z
        .string({ error: fault('stores.name_required') })
        .trim()
        .min(1, fault('stores.name_required'))
        .max(255),
      /** `updated_at` as the caller knows it: refused with 409 where the product was changed since. */
      if_unchanged_since: instant.optional(),
    }),
  }),
  reply: productReply,
  permission: 'product.work',
  audit: 'product.update',
});

export const pullProduct = endpoint({
  name: 'pullProduct',
  summary: 'Read all listings of a product from their marketplaces now',
  method: 'POST',
  path: '/api/stores/:storeId/products/:productId/pull_product.json',
  params: productPath,
  query: none,
  body: none,
  reply: productReply,
  permission: 'product.work',
  audit: 'product.pull',
});
