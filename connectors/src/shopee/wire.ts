import { z } from 'zod';
import {
  count,
  countOrZero,
  flag,
  idOrNull,
  idText,
  listOf,
  numericOrNull,
  records,
  seconds,
  secondsOrNull,
  textOrNull,
} from '../kit/wire-fields.ts';

/** Replies as Shopee sends them (shopee.md). Unknown fields are ignored; ids are kept as text. */

/** shopee.md 2.1: success is an empty `error`. Older errors say `msg`. Some calls do not wrap their answer in `response`. */
export const envelope = z
  .looseObject({ error: z.string().nullish(), message: z.string().nullish(), msg: z.string().nullish() })
  .transform((raw) => ({
    error: raw.error ?? '',
    message: raw.message ?? raw.msg ?? '',
    response: raw['response'],
    whole: raw,
  }));
export type Envelope = z.output<typeof envelope>;

/** shopee.md 1.3: fields at the top; `expire_in` is seconds, or an absolute epoch in one sample. */
export const tokens = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expire_in: count,
  shop_id_list: listOf(idText),
});

/** shopee.md 3: get_item_list. */
export const itemList = z.object({
  item: listOf(z.object({ item_id: idText })),
  total_count: numericOrNull,
  has_next_page: flag,
  next_offset: numericOrNull,
});

/** shopee.md 3: get_item_base_info. */
export const baseInfo = z.object({ item_list: records });

const price = z.object({
  currency: z.string(),
  original_price: numericOrNull,
  current_price: numericOrNull,
});

/** shopee.md 3.1: sellable units by the seller's locations, and what promotions have reserved. */
export const stockInfo = z.object({
  summary_info: z.object({ total_reserved_stock: countOrZero }).nullish(),
  seller_stock: listOf(
    z.object({
      location_id: textOrNull,
      stock: count,
      if_saleable: z.boolean().nullish(),
    }),
  ),
});

const image = z.object({ image_url_list: listOf(z.string()) }).nullish();

/** shopee.md 3.1. */
export const item = z.object({
  item_id: idText,
  item_name: z.string(),
  item_sku: textOrNull,
  item_status: z.string(),
  update_time: secondsOrNull,
  has_model: flag,
  price_info: listOf(price),
  stock_info_v2: stockInfo.nullish(),
  image,
  tag: z.object({ kit: flag }).nullish(),
});
export type Item = z.output<typeof item>;

/** shopee.md 3.2: get_model_list. */
export const modelList = z.object({
  tier_variation: listOf(
    z.object({
      name: textOrNull,
      option_list: listOf(
        z.object({ option: z.string(), image: z.object({ image_url: textOrNull }).nullish() }),
      ),
    }),
  ),
  model: listOf(
    z.object({
      model_id: idText,
      tier_index: listOf(z.number().int()),
      model_sku: textOrNull,
      model_status: z.string().nullish(),
      price_info: listOf(price),
      stock_info_v2: stockInfo,
    }),
  ),
});
export type ModelList = z.output<typeof modelList>;

/** shopee.md 3: update_stock, and 2.5 for how half of it may fail. */
export const stockUpdate = z.object({
  success_list: listOf(z.object({ model_id: idText.nullish() })),
  failure_list: listOf(z.object({ model_id: idText.nullish(), failed_reason: textOrNull })),
});

/** shopee.md 4: get_order_list. */
export const orderList = z.object({
  more: flag,
  next_cursor: textOrNull,
  order_list: listOf(z.object({ order_sn: z.string().min(1) })),
});

/** shopee.md 4: get_order_detail. */
export const orderDetails = z.object({ order_list: records });

/** shopee.md 4.1: one line of an order. The counts came later and are missing on older orders. */
export const orderItem = z.object({
  item_id: idText,
  item_name: z.string(),
  item_sku: textOrNull,
  model_id: idOrNull,
  model_name: textOrNull,
  model_sku: textOrNull,
  model_quantity_purchased: count,
  model_original_price: numericOrNull,
  model_discounted_price: numericOrNull,
  order_item_id: idOrNull,
  promotion_type: textOrNull,
  promotion_id: idOrNull,
  promotion_group_id: idOrNull,
  cancel_requested_qty: countOrZero,
  cancelled_qty: countOrZero,
  return_requested_qty: countOrZero,
  returned_qty: countOrZero,
});
export type OrderItem = z.output<typeof orderItem>;

/** shopee.md 4.1. `total_amount` comes with the payment; personal data is masked for most apps. */
export const order = z.object({
  order_sn: z.string().min(1),
  currency: z.string(),
  order_status: z.string(),
  create_time: seconds,
  update_time: seconds,
  pay_time: secondsOrNull,
  ship_by_date: secondsOrNull,
  pickup_done_time: secondsOrNull,
  total_amount: numericOrNull,
  estimated_shipping_fee: numericOrNull,
  message_to_seller: textOrNull,
  buyer_user_id: idOrNull,
  buyer_username: textOrNull,
  recipient_address: z
    .object({ name: textOrNull, phone: textOrNull, full_address: textOrNull, zipcode: textOrNull })
    .nullish(),
  item_list: z.array(orderItem).min(1),
  package_list: listOf(
    z.object({
      shipping_carrier: textOrNull,
      logistics_status: textOrNull,
      item_list: listOf(z.object({ item_id: idText, model_id: idOrNull })),
    }),
  ),
  shipping_carrier: textOrNull,
  checkout_shipping_carrier: textOrNull,
  is_buyer_shop_collection: flag,
});
export type Order = z.output<typeof order>;

/** shopee.md 8: get_shop_info, not wrapped. */
export const shopInfo = z.object({
  shop_name: textOrNull,
  region: textOrNull,
  status: textOrNull,
  expire_time: secondsOrNull,
});

/** shopee.md 8: get_profile, wrapped. */
export const profile = z.object({ shop_logo: textOrNull, description: textOrNull });

/** shopee.md 7: the envelope of a push. `shop_id` may be inside `data`, spelled in two ways. */
export const push = z.object({
  shop_id: idOrNull,
  code: count,
  data: z
    .looseObject({
      shop_id: idOrNull,
      shopid: idOrNull,
      ordersn: idOrNull,
      order_sn: idOrNull,
      return_sn: idOrNull,
      item_id: idOrNull,
    })
    .nullish(),
});
