import { z } from 'zod';
import { channelKind } from '../channels/channels.ts';
import { endpoint } from '../api/endpoint.ts';
import { id, none } from '../api/fields.ts';
import { saidMessage } from '../messages/message.ts';
import { massAction } from '../operations/operations.ts';
import { storePath } from '../stores/stores.ts';
import { variantChoice } from '../catalog/variants.ts';

/** Listings that one mass action takes off sale or puts back, at most. */
export const mostSales = 10_000;

export const saleVerb = z.enum(['delist', 'relist']);
export type SaleVerb = z.infer<typeof saleVerb>;

const marketplace = z.object({ id, name: z.string(), channel: channelKind });

/** What a mass action would do now. */
export const massSalePreview = z.object({
  /** Listings that take part. */
  count: z.number().int(),
  /** SKUs of those listings, chosen or not: a listing is on sale as a whole. */
  variants_count: z.number().int(),
  marketplaces: z.array(marketplace.extend({ count: z.number().int() })),
  /** Listings that do not take part, by marketplace and reason. */
  skipped: z.array(marketplace.extend({ count: z.number().int(), reason: saidMessage })),
});
export type MassSalePreview = z.infer<typeof massSalePreview>;

const common = { method: 'POST', params: storePath, query: none, permission: 'product.work' } as const;

export const previewMassSale = endpoint({
  ...common,
  name: 'previewMassSale',
  summary: 'How many listings of SKUs would be taken off sale or put back, where, and which are skipped',
  path: '/api/stores/:storeId/product_listings/mass_sale_preview.json',
  body: z.object({ verb: saleVerb, variants: variantChoice }),
  reply: massSalePreview,
  audit: null,
});

/** `expected_count`: the count that was confirmed; 409 where it is another one by now. */
const confirmed = z.object({ variants: variantChoice, expected_count: z.number().int().optional() });

export const massDelist = endpoint({
  ...common,
  name: 'massDelist',
  summary: 'Take all listings of SKUs off sale at their marketplaces, in the background',
  path: '/api/stores/:storeId/product_listings/mass_delist.json',
  body: confirmed,
  reply: z.object({ mass_action: massAction }),
  audit: 'product_listing.mass_delist',
});

export const massRelist = endpoint({
  ...common,
  name: 'massRelist',
  summary: 'Put all listings of SKUs on sale again at their marketplaces, in the background',
  path: '/api/stores/:storeId/product_listings/mass_relist.json',
  body: confirmed,
  reply: z.object({ mass_action: massAction }),
  audit: 'product_listing.mass_relist',
});
