import { z } from 'zod';
import { messagesOnWire } from '../messages/message.ts';
import { actionBrief } from '../actions/actions.ts';
import { endpoint } from '../api/endpoint.ts';
import { id, instant, money, none, recordId } from '../api/fields.ts';
import { marketplaceBrief } from '../marketplaces/marketplaces.ts';
import { storePath } from '../stores/stores.ts';

/** The marketplace's own word for a listing, in four kinds. `unknown`: shown as received, treated as Inactive. */
export const listingStatus = z.enum(['normal', 'rejected', 'delisted', 'deleted', 'unknown']);

/** `live` is offered for sale; `inactive` is not; `deleted` is gone from the marketplace. */
export const listingState = z.enum(['live', 'inactive', 'deleted']);

export const overallState = z.enum(['Active', 'Inactive']);

/** The state of one marketplace relative to the shared quantity. Times are ISO; quantities are units. */
export const listingSync = z.object({
  /** What the marketplace should show now. */
  target: z.number().int(),
  /** What was last sent, and when. */
  sent: z.number().int().nullable(),
  sent_at: instant.nullable(),
  /** What the marketplace last confirmed, and when. */
  acknowledged: z.number().int().nullable(),
  acknowledged_at: instant.nullable(),
  /** What was last read on the marketplace, and when. */
  read_back: z.number().int().nullable(),
  read_at: instant.nullable(),
  /** in_step: nothing to do. pending: a push is under way. out_of_sync: the marketplace shows something unexplained. failed: the marketplace refused. held: pushes wait (sync off, not authorised, not yet counted). */
  state: z.enum(['in_step', 'pending', 'out_of_sync', 'failed', 'held']),
  /** Plain words: what happened, why, what to do. */
  reason: z.string().nullable(),
  reason_messages: messagesOnWire,
});

export const variantListing = z.object({
  id,
  name: z.string(),
  sku: z.string().nullable(),
  price: money.nullable(),
  formatted_price: z.string().nullable(),
  special_price: money.nullable(),
  formatted_special_price: z.string().nullable(),
  currency: z.string().nullable(),
  /** What the marketplace shows: as it was read or written last, less its own orders since. */
  quantity: z.number().int().nullable(),
  marketplace_reserved_quantity: z.number().int(),
  /** Units that it does not show: safety stock, and those kept for another marketplace; 0 where the store keeps none back. */
  kept_back: z.number().int(),
  /** Of these, kept for another marketplace beyond the safety stock. */
  kept_for_another: z.number().int(),
  force_zero_qty: z.boolean(),
  force_zero_qty_from: instant.nullable(),
  force_zero_qty_to: instant.nullable(),
  quantity_sold: z.number().int(),
  past_30_days_sales_count: z.number().int(),
  is_merged: z.boolean(),
  variant_slug: z.string(),
  marketplace_item_id: z.string(),
  product_listing_marketplace_item_id: z.string(),
  marketplace_status: z.string().nullable(),
  /** The raw status reads Inactive on its marketplace. */
  marketplace_active: z.boolean(),
  state: listingState,
  overall_state: overallState,
  deleted_at: instant.nullable(),
  /** When its name, price, status or dates of force zero last changed; its quantity does not count. */
  updated_at: instant,
  marketplace: marketplaceBrief,
  product_listing: z.object({
    id,
    slug: z.string(),
    name: z.string(),
    image_url: z.string().nullable(),
    is_boosted: z.boolean(),
    last_boosted_at: instant.nullable(),
    edit_url: z.string().nullable(),
  }),
  sync: listingSync,
  /**
   * Units that the marketplace shows above (negative: below) what its orders explain: an edit there, or an order not listed yet.
   * `settled_by`: about when they become part of the quantity, or turn out to be an order; null until the next read. `is_doubtful`:
   * the answer may be stale; it cannot be settled before another read. `read_again_at`: about when that is; null where the difference
   * is certain, or where the next orders decide.
   */
  difference: z
    .object({
      units: z.number().int(),
      settled_by: instant.nullable(),
      is_doubtful: z.boolean(),
      read_again_at: instant.nullable(),
    })
    .nullable(),
  /** The marketplace can show its item higher for a while. */
  can_boost: z.boolean(),
  /** A boost that is under way. */
  boost_action: actionBrief.nullable(),
  /** What unmerging would offer this listing by default; null while it is alone on its SKU. */
  unmerge_quantity: z.number().int().nullable(),
});

export type VariantListing = z.infer<typeof variantListing>;

export const variantListingPath = storePath.extend({ variantListingId: recordId });

/** What a member says of a difference: the seller typed it, so it counts; or it is put back. */
export const differenceVerdict = z.enum(['count', 'put_back']);

export const settleDifference = endpoint({
  name: 'settleDifference',
  summary: 'Settle what a marketplace shows beyond its orders: count it, or put it back',
  method: 'POST',
  path: '/api/stores/:storeId/variant_listings/:variantListingId/settle_difference.json',
  params: variantListingPath,
  query: none,
  body: z.object({
    /** `units`: the difference that the member saw. */
    difference: z.object({ units: z.number().int(), verdict: differenceVerdict }),
  }),
  reply: z.object({ variant_listing: variantListing }),
  permission: 'product.work',
  audit: 'variant_listing.settle_difference',
});
