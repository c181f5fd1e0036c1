import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idOrSlug, instant, none } from './fields.ts';
import { listingState, overallState } from './listings.ts';
import { marketplaceBrief } from './marketplaces.ts';
import { storePath } from './stores.ts';
import { variantRow } from './variants.ts';

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
  variants: z.array(variantRow),
  product_listings: z.array(productListing),
  unmerge_offers: z.array(unmergeOffer),
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
