import { z } from 'zod';
import {
  capitalsOrNull,
  count,
  countOrZero,
  flag,
  flagOrNull,
  idOrNull,
  idText,
  listOf,
  numericOrNull,
  readableOf,
  seconds,
  secondsOrNull,
  shownNumber,
  textOrNull,
  wordOrNull,
} from '../kit/wire-fields.ts';

/** Replies that only actions and the shop's lists need (shopee.md 3 to 6). Unknown fields are ignored; ids are kept as text. */

/** shopee.md 4.1: of an order, what an action at it must know. */
export const orderNow = z.object({
  order_sn: z.string().min(1),
  region: textOrNull,
  cod: flag,
  order_status: z.string(),
  fulfillment_flag: textOrNull,
  is_buyer_shop_collection: flag,
  item_list: listOf(z.object({ cancel_requested_qty: countOrZero, cancelled_qty: countOrZero })),
  package_list: listOf(z.object({ package_number: idOrNull, logistics_status: textOrNull })),
});

/** shopee.md 4: get_package_detail. */
export const packageDetails = z.object({
  package_list: listOf(
    z.object({
      package_number: idText,
      fulfillment_status: textOrNull,
      is_shipment_arranged: flag,
    }),
  ),
});

const addressText = {
  region: textOrNull,
  state: textOrNull,
  city: textOrNull,
  district: textOrNull,
  town: textOrNull,
  address: textOrNull,
  zipcode: textOrNull,
};

/** shopee.md 5.1: get_shipping_parameter. Only the keys that apply are there; blocks and lists may be null. */
export const shippingParameter = z.object({
  info_needed: z.object({
    pickup: z.array(z.string()).nullish(),
    dropoff: z.array(z.string()).nullish(),
    non_integrated: z.array(z.string()).nullish(),
  }),
  pickup: z
    .object({
      address_list: readableOf(
        z.object({
          ...addressText,
          address_id: idText,
          time_slot_list: readableOf(
            z.object({ date: secondsOrNull.catch(null), time_text: textOrNull, pickup_time_id: idText }),
          ),
        }),
      ),
    })
    .nullish(),
  dropoff: z.object({ branch_list: readableOf(z.object({ ...addressText, branch_id: idText })) }).nullish(),
});
export type ShippingParameter = z.output<typeof shippingParameter>;

const wordsOrNone = z
  .unknown()
  .optional()
  .transform((words): string[] =>
    (Array.isArray(words) ? (words as readonly unknown[]) : [words]).flatMap(
      (each) => textOrNull.parse(each) ?? [],
    ),
  );

/** shopee.md 6.2: a return in the list or in the detail; what differs between the two is not read. */
export const returnRecord = z.object({
  return_sn: idText,
  order_sn: textOrNull,
  status: textOrNull,
  reason: textOrNull,
  text_reason: textOrNull,
  refund_amount: numericOrNull,
  currency: capitalsOrNull,
  create_time: seconds,
  update_time: secondsOrNull,
  due_date: secondsOrNull.catch(null),
  tracking_number: textOrNull,
  // A list of words in one call, a number or a word in the other.
  dispute_reason: wordsOrNone,
  dispute_text_reason: wordsOrNone,
  validation_type: textOrNull,
  image: readableOf(z.string()),
  item: listOf(
    z.object({
      item_id: idOrNull,
      model_id: idOrNull,
      name: textOrNull,
      amount: count,
      item_price: shownNumber,
      item_sku: textOrNull,
      variation_sku: textOrNull,
    }),
  ),
});
export type ReturnRecord = z.output<typeof returnRecord>;

/** shopee.md 6.2: get_return_list; its array is named `return`. */
export const returnList = z.object({ more: flagOrNull, return: z.array(z.unknown()) });

/** shopee.md 6.2: get_return_dispute_reason. The id is text here and a number in the dispute. */
export const disputeReasons = z.object({
  dispute_reason_list: readableOf(
    z.object({
      dispute_reason: idText,
      dispute_requirement: textOrNull,
      evidence_module_list: readableOf(
        z.object({ module_index: count, requirement: textOrNull, is_required: flag }),
      ),
    }),
  ),
});
export type DisputeReason = z.output<typeof disputeReasons>['dispute_reason_list'][number];

/** shopee.md 6.2: convert_image. */
export const convertedImage = z.object({ url: z.string().min(1) });

/**
 * shopee.md 5.3: rows of get_shipping_document_parameter (the types), create_shipping_document and
 * get_shipping_document_result (the status); each that failed says why.
 */
export const documentRows = z.object({
  result_list: listOf(
    z.object({
      package_number: idOrNull,
      suggest_shipping_document_type: textOrNull,
      selectable_shipping_document_type: readableOf(z.string()),
      status: textOrNull,
      fail_error: wordOrNull,
      fail_message: textOrNull,
    }),
  ),
});
export type DocumentRow = z.output<typeof documentRows>['result_list'][number];

/** shopee.md 5.2: get_tracking_number; empty for a while. */
export const trackingNumber = z.object({ tracking_number: wordOrNull });

/** shopee.md 3.4: get_discount_list. */
export const discountList = z.object({ discount_list: z.array(z.unknown()), more: flag });

/** shopee.md 3.4: one of the list. */
export const discountEntry = z.object({
  discount_id: idText,
  discount_name: textOrNull,
  status: textOrNull,
  start_time: seconds,
  end_time: seconds,
});

/** shopee.md 3.4: get_discount. An item without models has its price on itself; a row that cannot be read costs itself. */
export const discountDetail = z.object({
  item_list: readableOf(
    z.object({
      item_id: idText,
      item_promotion_stock: shownNumber,
      item_original_price: shownNumber,
      item_promotion_price: shownNumber,
      model_list: readableOf(
        z.object({
          model_id: idText,
          model_promotion_stock: shownNumber,
          model_original_price: shownNumber,
          model_promotion_price: shownNumber,
        }),
      ),
    }),
  ),
  more: flag,
});
export type DiscountDetail = z.output<typeof discountDetail>;

/** shopee.md 6.3: get_channel_list. */
export const channelList = z.object({
  logistics_channel_list: readableOf(
    z.object({
      logistics_channel_id: idText,
      logistics_channel_name: textOrNull,
      fee_type: textOrNull,
      enabled: flag,
      cod_enabled: flag,
    }),
  ),
});

/** shopee.md 3: get_boosted_list. */
export const boostedList = z.object({
  item_list: listOf(z.object({ item_id: idText, cool_down_second: count })),
});

/** shopee.md 3: boost_item; `success_list` is an object here. */
export const boostResult = z.object({
  success_list: z.object({ item_id_list: listOf(idText) }).nullish(),
  failure_list: listOf(z.object({ item_id: idText, failed_reason: textOrNull })),
});

/** shopee.md 3, 2.5: update_price by model, unlist_item by item; each row that failed says why. */
export const editResult = z.object({
  success_list: listOf(z.object({ model_id: idOrNull, item_id: idOrNull })),
  failure_list: listOf(z.object({ model_id: idOrNull, item_id: idOrNull, failed_reason: textOrNull })),
});
