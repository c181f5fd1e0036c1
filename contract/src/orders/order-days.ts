import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { day, instant, none } from '../api/fields.ts';
import { marketplaceBrief } from '../marketplaces/marketplaces.ts';
import { storePath } from '../stores/stores.ts';

/** complete: every order that the marketplace lists is here. gap: some are not. not_checkable: it cannot be asked for that day. */
export const dayVerdict = z.enum(['complete', 'gap', 'not_checkable']);
export type DayVerdict = z.infer<typeof dayVerdict>;

/** The orders of a marketplace that were placed on one day: its number beside ours. */
export const orderDay = z.object({
  marketplace: marketplaceBrief,
  day,
  verdict: dayVerdict,
  checked_at: instant,
  theirs: z.number().int().nullable(),
  /** total: `theirs` is the marketplace's own total. listing: how many orders it listed, page by page. */
  counted_by: z.enum(['total', 'listing']).nullable(),
  ours: z.number().int(),
  /** How many of them the check had to fetch. */
  fetched: z.number().int(),
  missing: z.number().int(),
});
export type OrderDay = z.infer<typeof orderDay>;

export const listOrderDays = endpoint({
  name: 'listOrderDays',
  summary: 'Whether all orders of the last 14 days are here, for each marketplace and day, newest first',
  method: 'GET',
  path: '/api/stores/:storeId/order_days.json',
  params: storePath,
  query: none,
  body: none,
  reply: z.object({ order_days: z.array(orderDay) }),
  permission: 'order.view',
  audit: null,
});
