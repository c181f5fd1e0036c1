import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { id, listOf, none, paging } from '../api/fields.ts';
import { marketplacePath } from '../marketplaces/marketplaces.ts';

/** A listing as it would be at other places of stock. Units. */
export const movedListing = z.object({
  listing_id: id,
  name: z.string(),
  sku: z.string().nullable(),
  product_slug: z.string(),
  variant_slug: z.string(),
  /** The shared number of its SKU, which stays. */
  quantity: z.number().int(),
  /** What it shows at those places now; null where its SKU is not kept there, or its number was not read. */
  shown: z.number().int().nullable(),
  /** What is written there; null where nothing is. */
  written: z.number().int().nullable(),
});
export type MovedListing = z.infer<typeof movedListing>;

export const previewStockPlaces = endpoint({
  name: 'previewStockPlaces',
  summary: 'What the listings of a shop show at other places of stock, and what would be written there',
  method: 'GET',
  path: '/api/stores/:storeId/marketplaces/:marketplaceId/stock_places/preview.json',
  params: marketplacePath,
  query: z.object({
    ...paging,
    place_ids: z.array(z.string().min(1).max(255)).max(100).default([]),
  }),
  body: none,
  reply: listOf('listings', movedListing),
  permission: 'marketplace.manage',
  audit: null,
});
