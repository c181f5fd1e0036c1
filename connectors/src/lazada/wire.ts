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
  textOrNull,
} from '../kit/wire-fields.ts';

/** Replies as Lazada sends them (lazada.md). Unknown fields are ignored; numbers may be text; ids are kept as text. */

export const codeText = z.union([z.string(), z.number().transform(String)]);

/** lazada.md 2: `code` "0" is success. Newer calls answer in `result` with a success of its own. */
export const envelope = z
  .looseObject({ code: codeText, message: z.string().nullish(), detail: z.unknown().optional() })
  .transform((raw) => ({
    code: raw.code,
    message: raw.message ?? '',
    detail: Array.isArray(raw.detail) ? (raw.detail as readonly unknown[]) : [],
    data: raw['data'] ?? raw['result'],
    whole: raw,
  }));
export type Envelope = z.output<typeof envelope>;

/** lazada.md 2: `result` of the newer calls, in both spellings of its error. */
export const innerResult = z.looseObject({
  success: z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]).nullish(),
  error_code: codeText.nullish(),
  errorCode: codeText.nullish(),
  error_msg: z.string().nullish(),
  errorMsg: z.string().nullish(),
});

const userInfo = listOf(z.object({ country: textOrNull, seller_id: idOrNull, short_code: textOrNull }));

/** lazada.md 1.2: at the top of the reply, under two names for the sellers. */
export const tokens = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: count,
  refresh_expires_in: countOrZero,
  country: textOrNull,
  account: textOrNull,
  country_user_info: userInfo,
  country_user_info_list: userInfo,
});

/** Times as Lazada writes them: milliseconds, ISO 8601, or '2026-01-01 10:00:00 +0800' (lazada.md 3, 4). */
export const instant = z.union([z.string().min(1), z.number()]).transform((raw, context) => {
  const text = String(raw).trim();
  const at = /^\d+$/.test(text)
    ? new Date(Number(text))
    : new Date(text.replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) ?([+-]\d\d):?(\d\d)$/, '$1T$2$3:$4'));
  if (!Number.isNaN(at.getTime()) && at.getTime() > 0) return at;
  context.addIssue({ code: 'custom', message: 'not a time' });
  return z.NEVER;
});
export const instantOrNull = z
  .union([z.literal(''), z.literal(0), z.literal('0'), instant])
  .nullish()
  .transform((at) => (at instanceof Date ? at : null));

/** lazada.md 3: /products/get. */
export const productPage = z.object({ total_products: numericOrNull, products: records });

/** A list of picture addresses: an array, or that array as JSON text (lazada.md 3). */
const pictures = z
  .union([z.array(z.string()), z.string()])
  .nullish()
  .transform((list) => {
    if (Array.isArray(list)) return list;
    return (list ?? '').match(/https?:[^"'\s,\]]+/g) ?? [];
  });

/** lazada.md 3: one SKU of a product. `quantity` and `Available` are both what can be bought now. */
export const sku = z.looseObject({
  SkuId: idText,
  SellerSku: textOrNull,
  Status: z.string().nullish(),
  quantity: numericOrNull,
  Available: numericOrNull,
  price: numericOrNull,
  special_price: numericOrNull,
  Images: pictures,
  saleProp: z.record(z.string(), z.unknown()).nullish(),
  multiWarehouseInventories: listOf(
    z.object({ warehouseCode: textOrNull, sellableQuantity: numericOrNull, quantity: numericOrNull }),
  ),
  channelInventories: listOf(
    z.object({ sellableQuantity: countOrZero, startTime: textOrNull, endTime: textOrNull }),
  ),
});
export type Sku = z.output<typeof sku>;

/** lazada.md 3: a product of /products/get and /product/item/get. */
export const product = z
  .looseObject({
    item_id: idText,
    status: z.string().nullish(),
    subStatus: textOrNull,
    updated_time: instantOrNull,
    images: pictures,
    attributes: z.looseObject({ name: textOrNull, name_en: textOrNull }).nullish(),
    skus: z.array(sku),
  })
  // A deleted product is shown without the SKUs that went with it.
  .refine(({ status, skus }) => skus.length > 0 || status?.toLowerCase() === 'deleted', {
    path: ['skus'],
    error: 'a product that is not deleted has SKUs',
  });
export type Product = z.output<typeof product>;

/** lazada.md 2: the rows of a partial failure. Their fields are not documented: every spelling seen of the SKU's id is taken. */
export const failureRow = z.looseObject({
  SkuId: idOrNull,
  sku_id: idOrNull,
  skuId: idOrNull,
  SellerSku: idOrNull,
  seller_sku: idOrNull,
  sellerSku: idOrNull,
  code: codeText.nullish(),
  error_code: codeText.nullish(),
  message: textOrNull,
  msg: textOrNull,
  error_msg: textOrNull,
});
export type FailureRow = z.output<typeof failureRow>;

/** lazada.md 4: /orders/get. */
export const orderPage = z.object({ count: numericOrNull, countTotal: numericOrNull, orders: records });

const address = z
  .looseObject({
    first_name: textOrNull,
    last_name: textOrNull,
    phone: textOrNull,
    address1: textOrNull,
    address2: textOrNull,
    address3: textOrNull,
    address4: textOrNull,
    address5: textOrNull,
    city: textOrNull,
    country: textOrNull,
    post_code: idOrNull,
  })
  .nullish();

/** lazada.md 4: an order without its items. There is no order status. */
export const order = z.looseObject({
  order_id: idText,
  order_number: idOrNull,
  created_at: instant,
  updated_at: instant,
  price: numericOrNull,
  shipping_fee: numericOrNull,
  voucher: numericOrNull,
  buyer_note: textOrNull,
  remarks: textOrNull,
  customer_first_name: textOrNull,
  customer_last_name: textOrNull,
  address_shipping: address,
  need_cancel_confirm: flag,
});
export type Order = z.output<typeof order>;

/** lazada.md 4: one object for each unit. */
export const orderItem = z.looseObject({
  order_item_id: idText,
  name: z.string(),
  sku: textOrNull,
  shop_sku: textOrNull,
  sku_id: idOrNull,
  product_id: idOrNull,
  variation: textOrNull,
  status: z.string().min(1),
  item_price: numericOrNull,
  paid_price: numericOrNull,
  wallet_credits: numericOrNull,
  currency: z.string().nullish(),
  shipping_type: textOrNull,
  shipping_provider_type: textOrNull,
  shipment_provider: textOrNull,
  tracking_code: textOrNull,
  payment_time: instantOrNull,
  sla_time_stamp: instantOrNull,
  updated_at: instantOrNull,
  cancel_return_initiator: textOrNull,
  return_status: textOrNull,
  buyer_id: idOrNull,
  need_cancel_confirm: flag,
});
export type OrderItem = z.output<typeof orderItem>;

/** lazada.md 4: /orders/items/get. */
export const itemsOfOrders = z.array(z.looseObject({ order_id: idText, order_items: records }));

/** lazada.md 8: /seller/get. */
export const seller = z.looseObject({
  seller_id: idText,
  name: textOrNull,
  name_company: textOrNull,
  short_code: textOrNull,
  logo_url: textOrNull,
  email: textOrNull,
  location: textOrNull,
});

/** lazada.md 7: the envelope of a push. */
export const push = z.object({
  seller_id: idOrNull,
  message_type: count,
  data: z
    .looseObject({
      trade_order_id: idOrNull,
      reverse_order_id: idOrNull,
      item_id: idOrNull,
      itemId: idOrNull,
      seller_id: idOrNull,
    })
    .nullish(),
});
