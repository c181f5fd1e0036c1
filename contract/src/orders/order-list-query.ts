import { z } from 'zod';
import { day, flag, recordId, searched, sortedPaging } from '../api/fields.ts';
import { orderScope } from './order-states.ts';

/** By any but the first, orders without that date are last. */
export const orderSorts = ['source_created_at', 'ship_by', 'answer_by', 'shipped_at'] as const;

/** What buyers ask of sellers. */
export const buyerRequests = ['cancellation', 'return'] as const;
export type BuyerRequest = (typeof buyerRequests)[number];
/** What buyers ask of sellers, or any of it. */
export const requestChoices = [...buyerRequests, 'any'] as const;
export type RequestChoice = (typeof requestChoices)[number];

/**
 * What is done about the parcels of shipped orders that are still in the house. to_print: no label was printed. to_pack: its label was
 * printed, and it was not packed. to_hand_over: its label was printed and it was packed.
 */
export const parcelStates = [
  'to_print',
  'to_pack',
  'to_hand_over',
  'label_printed',
  'label_not_printed',
  'packed',
  'not_packed',
] as const;
export type ParcelState = (typeof parcelStates)[number];

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
      /** Those whose buyer waits for the seller’s answer: to a cancellation, to a return that the seller may answer, or to any. */
      request_eq: z.enum(requestChoices).optional(),
      /** Parcels in the house by what is done about them. */
      parcel_eq: z.enum(parcelStates).optional(),
      /** The days in which they were shipped. */
      shipped_at_dategteq: day.optional(),
      shipped_at_datelteq: day.optional(),
      /** Those that are not paid yet. */
      awaiting_payment: flag.optional(),
      id_in: z.array(recordId).max(1000).optional(),
      s: z.string().max(100).optional(),
    })
    .strict()
    .optional(),
};
