import { z } from 'zod';
import { variantListing, variantListingPath } from './listings.ts';
import { boostCall } from '../channels/channels.ts';
import { endpoint } from '../api/endpoint.ts';
import { none } from '../api/fields.ts';

/** `boost_action` of the listing is there while its marketplace has not confirmed. */
export const boostListing = endpoint({
  name: 'boostListing',
  summary: 'Show the item of a listing higher at its marketplace, or stop: each call turns it over',
  method: 'POST',
  path: `/api/stores/:storeId/variant_listings/:variantListingId/${boostCall}.json`,
  params: variantListingPath,
  query: none,
  body: none,
  reply: z.object({ variant_listing: variantListing }),
  permission: 'product.work',
  audit: 'product_listing.boost',
});
