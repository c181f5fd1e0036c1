import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { money, none } from '../api/fields.ts';
import { storePath } from '../stores/stores.ts';

export const showSummary = endpoint({
  name: 'showSummary',
  summary: 'Today in the store, in its own zone',
  method: 'GET',
  path: '/api/stores/:storeId/summary.json',
  params: storePath,
  query: none,
  body: none,
  reply: z.object({
    new_orders: z.number().int(),
    new_buyers: z.number().int(),
    /** The currency of the store's country, of `sales_today`. */
    currency: z.string(),
    sales_today: money,
    formatted_sales_today: z.string(),
    sales_today_by_currency: z.array(
      z.object({ currency: z.string(), amount: money, formatted: z.string() }),
    ),
    orders_to_ship: z.number().int(),
  }),
  permission: 'order.view',
  audit: null,
});
