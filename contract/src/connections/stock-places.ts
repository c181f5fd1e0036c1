import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { none } from '../api/fields.ts';
import { detailReply, marketplacePath } from '../marketplaces/marketplaces.ts';
import { stockPlace } from '../marketplaces/stock-places.ts';
import { fault } from '../messages/message.ts';

const MOST_PLACES = 100;
const placeId = z.string().min(1).max(255);

export const listStockPlaces = endpoint({
  name: 'listStockPlaces',
  summary:
    'The places where a shop keeps stock, as its marketplace lists them now, and which of them are kept here',
  method: 'GET',
  path: '/api/stores/:storeId/marketplaces/:marketplaceId/stock_places.json',
  params: marketplacePath,
  query: none,
  body: none,
  reply: z.object({
    stock_places: z.array(
      stockPlace.extend({
        kept_by: z.enum(['seller', 'marketplace']),
        is_active: z.boolean(),
        /** It is the seller's, and open. */
        can_be_chosen: z.boolean(),
        is_chosen: z.boolean(),
      }),
    ),
    /** The units of several chosen places are one number; otherwise exactly one is chosen. */
    are_summed: z.boolean(),
  }),
  permission: 'marketplace.manage',
  audit: null,
});

export const chooseStockPlaces = endpoint({
  name: 'chooseStockPlaces',
  summary:
    'Choose which places of a shop are kept here; quantities stay, and are written to the chosen places',
  method: 'PATCH',
  path: '/api/stores/:storeId/marketplaces/:marketplaceId/stock_places.json',
  params: marketplacePath,
  query: none,
  body: z.object({
    place_ids: z.array(placeId).min(1, fault('places.none_chosen')).max(MOST_PLACES),
    /** Those that the caller knows as chosen: refused with 409 where others are by now. */
    if_place_ids: z.array(placeId).max(MOST_PLACES).optional(),
  }),
  reply: detailReply,
  permission: 'marketplace.manage',
  audit: 'marketplace.choose_places',
});
