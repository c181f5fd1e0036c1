import { z } from 'zod';
import { instantOf } from '../kit/times.ts';
import {
  count,
  countOrNull,
  flag,
  flagOrNull,
  idBeyondZero,
  idOrNull,
  idText,
  lifeOrNull,
  listOf,
  numericOrNull,
  readableOf,
  records,
  shownNumber,
  textOrNull,
  wordOrNull,
} from '../kit/wire-fields.ts';

/** Replies as Lazada sends them (lazada.md). Unknown fields are ignored; numbers may be text; ids are kept as text. */

export const codeText = z.union([z.string(), z.number().transform(String)]);

/**
 * lazada.md 2: `code` "0" is success. Newer calls answer in `result` with a success of its own. `detail` is a list of rows; where it
 * comes as text, or as one row, that is read too.
 */
export const envelope = z
  .looseObject({ type: textOrNull, code: codeText, message: textOrNull, detail: z.unknown().optional() })
  .transform((raw) => ({
    type: raw.type,
    code: raw.code,
    message: raw.message ?? '',
    detail: rowsIn(raw.detail),
    data: raw['data'] ?? raw['result'],
    whole: raw,
  }));

function rowsIn(detail: unknown): readonly unknown[] {
  if (Array.isArray(detail)) return detail as readonly unknown[];
  if (typeof detail === 'object' && detail !== null) return [detail];
  if (typeof detail !== 'string' || detail.trim() === '') return [];
  try {
    const parsed: unknown = JSON.parse(detail);
    return typeof parsed === 'string' ? [{ message: parsed }] : rowsIn(parsed);
  } catch {
    return [{ message: detail }];
  }
}

export type Envelope = z.output<typeof envelope>;

/** lazada.md 2: `result` of the newer calls, in both spellings of its error. */
export const innerResult = z.looseObject({
  success: flagOrNull,
  error_code: codeText.nullish().catch(null),
  errorCode: codeText.nullish().catch(null),
  error_msg: textOrNull,
  errorMsg: textOrNull,
});

/** The sellers of a grant: a list, or an object by country as in the vendor's sample (lazada.md 1.2). */
const userInfo = z.union([
  records,
  z
    .record(z.string(), z.looseObject({}))
    .transform((byCountry): unknown[] =>
      Object.entries(byCountry).map(([country, seller]) => ({ country, ...seller })),
    ),
]);

/** lazada.md 1.2: one seller of a grant. */
export const grantedSeller = z.object({ country: textOrNull, seller_id: idText });

/** lazada.md 1.2: at the top of the reply, under two names for the sellers. A pair without its life is still the pair. */
export const tokens = z.object({
  access_token: z.string().min(1),
  refresh_token: textOrNull,
  expires_in: lifeOrNull,
  refresh_expires_in: shownNumber,
  country: textOrNull,
  country_user_info: userInfo.catch([]),
  country_user_info_list: userInfo.catch([]),
});

/** The zone of sites that write a time without one: Singapore's (lazada.md 4). */
const zone = '+08:00';

/** Times as Lazada writes them: milliseconds, ISO 8601, or '2026-01-01 10:00:00 +0800' (lazada.md 3, 4). */
export const instant = z.union([z.string().min(1), z.number()]).transform((raw, context) => {
  const at = instantOf(raw, zone);
  if (at !== null) return at;
  context.addIssue({ code: 'custom', message: 'not a time' });
  return z.NEVER;
});
export const instantOrNull = z
  .unknown()
  .optional()
  .transform((raw) => (typeof raw === 'string' || typeof raw === 'number' ? instantOf(raw, zone) : null));

/** lazada.md 3: /products/get. */
export const productPage = z.object({ total_products: numericOrNull, products: records.optional() });

/** A list of picture addresses: an array, or that array as JSON text (lazada.md 3). Only shown, so what is none is left out. */
const pictures = z
  .unknown()
  .optional()
  .transform((list): string[] => {
    const text = typeof list === 'string' ? list : JSON.stringify(list ?? '');
    return text.match(/https?:[^"'\s,\]\\]+/g) ?? [];
  });

const objectOrNull = <T extends z.ZodRawShape>(shape: T) => z.looseObject(shape).nullish().catch(null);

/** lazada.md 3: the numbers of one SKU. `quantity` and `Available` are both what can be bought now, wherever it lies. */
export const skuStock = z.looseObject({
  SkuId: idText,
  SellerSku: textOrNull,
  ShopSku: textOrNull,
  Status: textOrNull,
  quantity: countOrNull,
  Available: countOrNull,
  multiWarehouseInventories: listOf(warehouseStock()),
  fblWarehouseInventories: listOf(warehouseStock()),
  channelInventories: records.catch([]),
});
export type SkuStock = z.output<typeof skuStock>;

function warehouseStock() {
  return z.object({
    warehouseCode: textOrNull,
    sellableQuantity: countOrNull,
    quantity: countOrNull,
    totalQuantity: countOrNull,
  });
}
export type WarehouseStock = SkuStock['fblWarehouseInventories'][number];

/** lazada.md 3: units of a SKU that a campaign has locked. */
export const channelInventory = z.object({ sellableQuantity: countOrNull, endTime: textOrNull });

/** lazada.md 3: one SKU of a product, with what is shown of it. */
export const sku = skuStock.extend({
  price: shownNumber,
  special_price: shownNumber,
  special_from_time: textOrNull,
  special_from_date: textOrNull,
  special_to_time: textOrNull,
  special_to_date: textOrNull,
  Images: pictures,
  saleProp: z.record(z.string(), z.unknown()).nullish().catch(null),
});
export type Sku = z.output<typeof sku>;

/** lazada.md 3: a product of /products/get and /product/item/get. */
export const product = z
  .looseObject({
    item_id: idText,
    status: textOrNull,
    subStatus: textOrNull,
    updated_time: instantOrNull,
    images: pictures,
    attributes: objectOrNull({ name: textOrNull, name_en: textOrNull }),
    variation: z.record(z.string(), z.unknown()).nullish().catch(null),
    skus: listOf(sku),
    suspendedSkus: records.catch([]),
  })
  // A deleted product is shown without the SKUs that went with it.
  .refine(({ status, skus }) => skus.length > 0 || status?.toLowerCase() === 'deleted', {
    path: ['skus'],
    error: 'a product that is not deleted has SKUs',
  });
export type Product = z.output<typeof product>;

/** lazada.md 3: the same, for a caller that reads the numbers alone. */
export const productStock = z.looseObject({ item_id: idText, status: textOrNull, skus: records });
export type ProductStock = z.output<typeof productStock>;

/**
 * lazada.md 2: a row of a partial failure. Its fields are not documented, so their names are compared without capitals and underscores:
 * every spelling seen is taken.
 */
export const failureRow = z.union([z.string(), z.record(z.string(), z.unknown())]).transform((raw) => {
  const fields = typeof raw === 'string' ? { message: raw } : raw;
  const plain = new Map(
    Object.entries(fields).map(([name, value]) => [name.toLowerCase().replaceAll('_', ''), value]),
  );
  const first = (...names: readonly string[]): string | null => {
    for (const name of names) {
      const text = textOrNull.parse(plain.get(name));
      if (text !== null) return text;
    }
    return null;
  };
  return {
    skuId: first('skuid'),
    sellerSku: first('sellersku', 'sku'),
    shopSku: first('shopsku', 'lazadasku'),
    code: first('code', 'errorcode', 'errcode', 'itemerrcode'),
    message: first('message', 'msg', 'errormsg', 'errormessage', 'errmsg', 'reason'),
  };
});
export type FailureRow = z.output<typeof failureRow>;

/** lazada.md 4: /orders/get. */
export const orderPage = z.object({
  count: numericOrNull,
  countTotal: numericOrNull,
  orders: records.optional(),
});

const address = z
  .looseObject({
    first_name: wordOrNull,
    last_name: wordOrNull,
    phone: wordOrNull,
    address1: wordOrNull,
    address2: wordOrNull,
    address3: wordOrNull,
    address4: wordOrNull,
    address5: wordOrNull,
    city: wordOrNull,
    country: wordOrNull,
    post_code: wordOrNull,
  })
  .nullish()
  .catch(null);

/** lazada.md 4: an order without its items. There is no order status. */
export const order = z.looseObject({
  order_id: idText,
  order_number: idOrNull,
  created_at: instant,
  updated_at: instant.nullish(),
  items_count: shownNumber,
  price: numericOrNull,
  shipping_fee: numericOrNull,
  voucher: numericOrNull,
  voucher_seller: numericOrNull,
  voucher_platform: numericOrNull,
  buyer_note: textOrNull,
  remarks: textOrNull,
  customer_first_name: wordOrNull,
  customer_last_name: wordOrNull,
  address_shipping: address,
  need_cancel_confirm: flag,
});
export type Order = z.output<typeof order>;

/** Fields of a unit that tell its listing and whose it is (lazada.md 4). */
export const unitIdentity = {
  order_item_id: idText,
  sku: textOrNull,
  shop_sku: wordOrNull,
  sku_id: idBeyondZero,
  product_id: idBeyondZero,
  is_fbl: flagOrNull,
  shipping_type: textOrNull,
  warehouse_code: wordOrNull,
};

/** lazada.md 4: one object for each unit. */
export const orderItem = z.looseObject({
  ...unitIdentity,
  name: textOrNull,
  variation: wordOrNull,
  status: z.string().trim().min(1),
  item_price: numericOrNull,
  paid_price: numericOrNull,
  wallet_credits: shownNumber,
  currency: textOrNull,
  shipping_provider_type: textOrNull,
  shipment_provider: wordOrNull,
  tracking_code: wordOrNull,
  payment_time: instantOrNull,
  sla_time_stamp: instantOrNull,
  updated_at: instantOrNull,
  cancel_return_initiator: textOrNull,
  return_status: wordOrNull,
  buyer_id: idBeyondZero,
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

/** lazada.md 7: a push about the app itself has the word 'null' for its seller. */
const namedSeller = wordOrNull.transform((id) => (id === 'null' ? null : id));

/** lazada.md 7: the envelope of a push; some topics have the fields of `data` at the top. */
export const push = z.looseObject({
  seller_id: namedSeller,
  sellerId: namedSeller,
  message_type: count.nullish().catch(null),
  data: z
    .looseObject({
      trade_order_id: textOrNull,
      reverse_order_id: wordOrNull,
      item_id: textOrNull,
      itemId: textOrNull,
      seller_id: namedSeller,
      sellerId: namedSeller,
    })
    .nullish()
    .catch(null),
});

/** lazada.md 6.3: /seller/warehouse/get. */
export const warehouses = z.object({ module: z.array(z.unknown()) });
/** One without a code cannot be chosen. */
export const warehouseRows = readableOf(z.object({ code: idText, name: textOrNull, status: textOrNull }));
