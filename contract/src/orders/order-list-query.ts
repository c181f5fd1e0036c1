import { z } from 'zod';
import { day, flag, recordId, searched, sortedPaging } from '../api/fields.ts';
import { orderScope } from './order-states.ts';

/** By `ship_by`, orders without one are last. */
export const orderSorts = ['source_created_at', 'ship_by'] as const;

/** What buyers ask of sellers. */
export const buyerRequests = ['cancellation', 'return'] as const;
export type BuyerRequest = (typeof buyerRequests)[number];

/** What a list of orders is asked by: its tab, filters, sort and page. */
export const orderListQuery = {
  ...sortedPaging,
  scope: orderScope.optional(),
  q: z
    .object({
      source_created_at_dategteq: day.optional(),
      source_created_at_datelteq: day.optional(),
      marketplace_id_eq: recordId.optional(),
      /**
       * The search box: any part of number, tracking number, SKU or product; or whole words of the buyer's name. Several numbers with
       * commas, semicolons, tabs or lines between them: the orders that have exactly one of them, of any age.
       */
      reference_number_cont: z.string().max(12_000).optional(),
      product_name_cont: searched.optional(),
      notes_present: flag.optional(),
      /** Those with an item that has no SKU. */
      lacks_listing: flag.optional(),
      /** Those whose buyer waits for the seller’s answer: to a cancellation, or to a return that the seller may answer. */
      request_eq: z.enum(buyerRequests).optional(),
      id_in: z.array(recordId).max(1000).optional(),
      s: z.string().max(100).optional(),
    })
    .strict()
    .optional(),
};
