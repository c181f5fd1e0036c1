import { z } from 'zod';
import { readJson } from '../kit/json.ts';
import {
  capitalsOrNull,
  count,
  countOrNull,
  countOrZero,
  flag,
  flagOrNull,
  idOrNull,
  idText,
  lifeOrNull,
  listOf,
  numeric,
  numericOrNull,
  readableOf,
  records,
  seconds,
  secondsOrNull,
  shownNumber,
  textOrNull,
} from '../kit/wire-fields.ts';
import { barcodeTold } from '../kit/wire-barcodes.ts';

/** Replies as Shopee sends them (shopee.md). Unknown fields are ignored; ids are kept as text. */

/** shopee.md 2.1: success is an empty `error`. Older errors say `msg`. Some calls do not wrap their answer in `response`. */
export const envelope = z
  .looseObject({ error: z.string().nullish(), message: textOrNull, msg: textOrNull })
  .transform((raw) => ({
    // A blank is no error.
    error: raw.error?.trim() ?? '',
    message: raw.message ?? raw.msg ?? '',
    response: raw['response'],
    whole: raw,
  }));
export type Envelope = z.output<typeof envelope>;

/** shopee.md 1.3: fields at the top; `expire_in` is seconds, or an absolute epoch in one sample. */
export const tokens = z.object({
  access_token: z.string().min(1),
  refresh_token: textOrNull,
  // A pair without its life is still the pair.
  expire_in: lifeOrNull,
  shop_id_list: readableOf(idText),
});

/** shopee.md 3: get_item_list. */
export const itemList = z.object({
  item: records.optional(),
  total_count: numericOrNull,
  has_next_page: flagOrNull,
  next_offset: numericOrNull,
});

/** shopee.md 3: get_item_base_info. */
export const baseInfo = z.object({ item_list: records });

const price = z.object({
  currency: z.string().trim().min(1).toUpperCase(),
  original_price: numericOrNull,
  current_price: numericOrNull,
});

/** shopee.md 3.1: sellable units by the seller's locations, those in Shopee's warehouses, and what promotions have reserved. */
export const stockInfo = z.object({
  summary_info: z.object({ total_reserved_stock: countOrZero }).nullish(),
  seller_stock: listOf(
    z.object({
      location_id: textOrNull,
      stock: countOrNull,
      if_saleable: flagOrNull,
    }),
  ),
  shopee_stock: readableOf(z.object({ stock: countOrNull })),
});
export type StockInfo = z.output<typeof stockInfo>;

const image = z
  .object({ image_url_list: readableOf(z.string().min(1)) })
  .nullish()
  .catch(null);

/** shopee.md 3.1: the numbers of an item without models; stock needs no price. */
export const itemStock = z.object({
  item_id: idText,
  item_status: textOrNull,
  has_model: flag,
  stock_info_v2: stockInfo.nullish(),
});

/** shopee.md 3.1. */
export const item = itemStock.extend({
  item_name: textOrNull,
  item_sku: textOrNull,
  gtin_code: barcodeTold,
  update_time: secondsOrNull.catch(null),
  price_info: listOf(price),
  image,
  tag: z.object({ kit: flag }).nullish().catch(null),
});
export type Item = z.output<typeof item>;

/** shopee.md 3.2: the numbers of a model. */
export const modelStock = z.object({ model_id: idText, stock_info_v2: stockInfo.nullish() });

/** shopee.md 3.2: get_model_list, for a caller that reads the numbers alone. */
export const modelStocks = z.object({ model: records });

/** shopee.md 3.2: get_model_list. */
export const modelList = z.object({
  tier_variation: listOf(
    z.object({
      name: textOrNull,
      option_list: listOf(
        z.object({
          option: textOrNull,
          image: z.object({ image_url: textOrNull }).nullish().catch(null),
        }),
      ),
    }),
  ).catch([]),
  model: listOf(
    modelStock.extend({
      tier_index: listOf(count).catch([]),
      model_sku: textOrNull,
      gtin_code: barcodeTold,
      model_status: textOrNull,
      price_info: listOf(price),
    }),
  ),
});
export type ModelList = z.output<typeof modelList>;

/** shopee.md 3: update_stock, and 2.5 for how half of it may fail. */
export const stockUpdate = z.object({
  success_list: listOf(z.object({ model_id: idOrNull, stock: shownNumber })),
  failure_list: listOf(z.object({ model_id: idOrNull, failed_reason: textOrNull })),
});

/** shopee.md 4: get_order_list. */
export const orderList = z.object({
  more: flagOrNull,
  next_cursor: textOrNull,
  order_list: records.optional(),
});

/** shopee.md 4: get_order_detail. */
export const orderDetails = z.object({ order_list: records });

const placesOf = z
  .unknown()
  .optional()
  .transform((places): string[] =>
    (Array.isArray(places) ? (places as readonly unknown[]) : [places]).flatMap(
      (each) => textOrNull.parse(each) ?? [],
    ),
  );

/** shopee.md 4.1: one line of an order. The counts came later and are missing on older orders. */
export const orderItem = z.object({
  item_id: idOrNull,
  item_name: textOrNull,
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
  // An array here and a text on the parcel's item.
  product_location_id: placesOf,
  cancel_requested_qty: countOrZero,
  cancelled_qty: countOrZero,
  return_requested_qty: countOrZero,
  returned_qty: countOrZero,
});
export type OrderItem = z.output<typeof orderItem>;

/** shopee.md 4.1. `total_amount` comes with the payment; personal data is masked for most apps. */
export const order = z.object({
  order_sn: idText,
  region: capitalsOrNull,
  currency: capitalsOrNull,
  order_status: textOrNull,
  create_time: seconds,
  update_time: secondsOrNull,
  pay_time: secondsOrNull,
  ship_by_date: secondsOrNull,
  pickup_done_time: secondsOrNull,
  total_amount: numericOrNull,
  estimated_shipping_fee: numericOrNull,
  message_to_seller: textOrNull,
  buyer_user_id: idOrNull.catch(null),
  buyer_username: textOrNull,
  recipient_address: z
    .object({ name: textOrNull, phone: textOrNull, full_address: textOrNull, zipcode: textOrNull })
    .nullish()
    .catch(null),
  item_list: z.array(orderItem).min(1),
  package_list: readableOf(
    z.object({
      shipping_carrier: textOrNull,
      logistics_status: textOrNull,
      item_list: readableOf(z.object({ item_id: idText, model_id: idOrNull, model_quantity: numericOrNull })),
    }),
  ),
  shipping_carrier: textOrNull,
  checkout_shipping_carrier: textOrNull,
  fulfillment_flag: textOrNull,
  is_buyer_shop_collection: flag,
});
export type Order = z.output<typeof order>;

/** shopee.md 8: get_shop_info, not wrapped. */
export const shopInfo = z.object({
  shop_name: textOrNull,
  region: capitalsOrNull,
  status: textOrNull,
  expire_time: secondsOrNull.catch(null),
});

/** shopee.md 8: get_profile, wrapped. */
export const profile = z.object({ shop_logo: textOrNull, description: textOrNull });

const pushedData = z.looseObject({
  shop_id: textOrNull,
  shopid: textOrNull,
  shop_id_list: readableOf(numeric.transform(String)),
  ordersn: textOrNull,
  order_sn: textOrNull,
  return_sn: textOrNull,
  item_id: textOrNull,
});
export type Pushed = z.output<typeof pushedData>;

/** shopee.md 7: the envelope of a push. `shop_id` may be inside `data`, spelled in two ways; lost messages have `data` as text. */
export const push = z.object({
  shop_id: textOrNull,
  code: count.nullish().catch(null),
  data: z
    .unknown()
    .optional()
    .transform((data): Pushed | null => pushedData.safeParse(parsedText(data)).data ?? null),
});

function parsedText(data: unknown): unknown {
  if (typeof data !== 'string') return data;
  try {
    return readJson(data);
  } catch {
    return null;
  }
}

/** shopee.md 3: get_warehouse_detail. */
export const warehouseDetail = z.array(z.looseObject({ location_id: idText, warehouse_name: textOrNull }));
