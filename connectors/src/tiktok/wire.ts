import { z } from 'zod';
import {
  capitalsOrNull,
  count,
  countOrNull,
  countOrZero,
  flag,
  flagOrNull,
  idOrNull,
  idText,
  listOf,
  numericOrNull,
  readableOf,
  records,
  seconds,
  secondsOrNull,
  shownNumber,
  textOrNull,
  wordOrNull,
} from '../kit/wire-fields.ts';
import { barcodeTold } from '../kit/wire-barcodes.ts';

/** Replies as TikTok Shop sends them (tiktok.md). Unknown fields are ignored; ids are kept as text, amounts come as text. */

/** tiktok.md 0: success is code 0, never the HTTP status alone. On gateway errors `data` is null. */
export const envelope = z
  .object({ code: count, message: textOrNull, data: z.unknown().optional() })
  .transform((raw) => ({ code: String(raw.code), message: raw.message ?? '', data: raw.data ?? {} }));
export type Envelope = z.output<typeof envelope>;

/** tiktok.md 2: what went wrong with single items of a batch, or with one warehouse of an item. */
const itemError = z.object({
  code: textOrNull.transform((code) => code ?? 'failed'),
  message: textOrNull,
  detail: z
    .object({
      product_id: idOrNull,
      sku_id: idOrNull,
      extra_errors: readableOf(z.object({ code: idText, message: textOrNull })),
    })
    .nullish()
    .catch(null),
});
export type ItemError = z.output<typeof itemError>;

/** What is there as text, or as one object, is what went wrong all the same. */
export const itemErrors = z.object({
  errors: z
    .union([
      z.array(itemError),
      z.string().transform((message) => (message.trim() === '' ? [] : [itemError.parse({ message })])),
      itemError.transform((one) => [one]),
    ])
    .nullish()
    .transform((errors): ItemError[] => errors ?? []),
});

/** tiktok.md 1.1: `*_expire_in` are absolute, despite their name. */
export const tokens = z.object({
  access_token: z.string().min(1),
  access_token_expire_in: shownNumber,
  refresh_token: textOrNull,
  refresh_token_expire_in: shownNumber,
  user_type: countOrZero.catch(0),
});
export type Tokens = z.output<typeof tokens>;

/** tiktok.md 8: the shops that the seller authorised. */
export const shopList = z.object({
  // Another shop of the seller that cannot be read costs this one nothing.
  shops: readableOf(
    z.object({
      id: idText,
      name: textOrNull,
      region: capitalsOrNull,
      seller_type: textOrNull,
      cipher: z.string().min(1),
      code: textOrNull,
    }),
  ),
});
export type AuthorisedShop = z.output<typeof shopList>['shops'][number];

// ── Products ───────────────────────────────────────────────────────────────

/** tiktok.md 3.1. */
export const productPage = z.object({
  total_count: numericOrNull,
  next_page_token: textOrNull,
  products: records.optional(),
});

const image = z.object({ urls: readableOf(z.string()), thumb_urls: readableOf(z.string()) });

const sku = z.object({
  id: idText,
  seller_sku: textOrNull,
  status_info: z.object({ status: textOrNull }).nullish().catch(null),
  price: z
    .object({ currency: capitalsOrNull, sale_price: shownNumber, tax_exclusive_price: shownNumber })
    .nullish()
    .catch(null),
  inventory: listOf(z.object({ warehouse_id: idOrNull, quantity: countOrNull })),
  fulfillment_type: textOrNull,
  combined_skus: records.catch([]),
  // A bundle's further codes (extra_identifier_codes) are those of its parts.
  identifier_code: z.object({ code: barcodeTold }).nullish().catch(null),
  sales_attributes: readableOf(z.object({ value_name: textOrNull, sku_img: image.nullish().catch(null) })),
});
export type Sku = z.output<typeof sku>;

/** tiktok.md 3.1, 3.2, 9. A search returns less than the detail; `status` is left out where only Tokopedia lists the product. */
export const product = z.object({
  id: idText,
  title: textOrNull,
  status: textOrNull,
  update_time: secondsOrNull.catch(null),
  audit: z.object({ status: textOrNull }).nullish().catch(null),
  main_images: readableOf(image),
  fulfillment_type: textOrNull,
  skus: listOf(sku),
  integrated_platform_statuses: readableOf(z.object({ platform: textOrNull, status: z.string() })),
});
export type Product = z.output<typeof product>;

/** tiktok.md 3.3: inventory/search. */
export const inventory = z.object({
  inventory: readableOf(
    z.object({
      skus: readableOf(
        z.object({
          id: idText,
          total_available_quantity: countOrNull,
          fulfillment_type: textOrNull,
          warehouse_inventory: listOf(z.object({ warehouse_id: idOrNull, available_quantity: count })),
        }),
      ),
    }),
  ),
});

/** tiktok.md 3.4. */
export const warehouses = z.object({
  warehouses: z.array(
    z.object({
      id: idText,
      name: textOrNull,
      type: textOrNull,
      sub_type: textOrNull,
      effect_status: textOrNull,
    }),
  ),
});

// ── Orders ─────────────────────────────────────────────────────────────────

/** tiktok.md 4.1. */
export const orderPage = z.object({
  total_count: numericOrNull,
  next_page_token: textOrNull,
  orders: records.optional(),
});

/** tiktok.md 4.2. */
export const orderDetails = z.object({ orders: records });

/** tiktok.md 4.2: one record for each unit. */
const lineItem = z.object({
  id: idText,
  product_id: idOrNull,
  product_name: textOrNull,
  sku_id: idOrNull,
  sku_name: textOrNull,
  seller_sku: textOrNull,
  original_price: numericOrNull,
  sale_price: numericOrNull,
  display_status: textOrNull,
  package_id: idOrNull,
  package_status: textOrNull,
  tracking_number: wordOrNull,
  shipping_provider_name: wordOrNull,
  is_gift: flag,
  // What a bundle is made of; only the detail tells it.
  combined_listing_skus: readableOf(
    z.object({ product_id: idOrNull, sku_id: idOrNull, seller_sku: textOrNull, sku_count: count }),
  ),
});
export type LineItem = z.output<typeof lineItem>;

/** tiktok.md 4.2. The recipient is absent before payment, and masked where TikTok does the shipping. */
export const order = z.object({
  id: idText,
  status: textOrNull.transform((status) => status ?? ''),
  create_time: seconds,
  update_time: secondsOrNull,
  paid_time: secondsOrNull,
  collection_time: secondsOrNull,
  rts_sla_time: secondsOrNull,
  user_id: textOrNull,
  buyer_email: textOrNull,
  buyer_message: textOrNull,
  shipping_type: textOrNull,
  fulfillment_type: textOrNull,
  delivery_option_id: idOrNull,
  delivery_option_name: textOrNull,
  shipping_provider: textOrNull,
  tracking_number: wordOrNull,
  warehouse_id: idOrNull,
  is_on_hold_order: flag,
  is_buyer_request_cancel: flag,
  payment: z.object({
    currency: capitalsOrNull,
    original_total_product_price: numericOrNull,
    seller_discount: numericOrNull,
    platform_discount: numericOrNull,
    sub_total: numericOrNull,
    shipping_fee: numericOrNull,
    total_amount: numericOrNull,
    tax: numericOrNull,
    buyer_service_fee: shownNumber,
    handling_fee: shownNumber,
    small_order_fee: shownNumber,
    shipping_insurance_fee: shownNumber,
    item_insurance_fee: shownNumber,
  }),
  recipient_address: z
    .object({ name: textOrNull, phone_number: textOrNull, postal_code: textOrNull, full_address: textOrNull })
    .nullish()
    .catch(null),
  packages: readableOf(z.object({ id: idText })),
  line_items: z.array(lineItem).min(1),
});
export type Order = z.output<typeof order>;

// ── Fulfilment ─────────────────────────────────────────────────────────────

/** tiktok.md 5: package detail, of what we use. */
export const packageDetail = z.object({ package_status: textOrNull });

/** tiktok.md 5: handover_time_slots; `avaliable` is the vendor's spelling. */
export const handoverSlots = z.object({
  can_pickup: flag,
  can_drop_off: flag,
  pickup_slots: readableOf(
    z.object({ start_time: count, end_time: count, avaliable: flagOrNull, available: flagOrNull }),
  ).transform((slots) => slots.filter((slot) => (slot.avaliable ?? slot.available) !== false)),
});
export type HandoverSlots = z.output<typeof handoverSlots>;

/** tiktok.md 5: the ways of delivery of a warehouse, and the carriers of one of them. */
export const deliveryOptions = z.object({
  delivery_options: readableOf(z.object({ id: idText, type: textOrNull })),
});
export const shippingProviders = z.object({
  shipping_providers: readableOf(z.object({ id: idText, name: textOrNull })),
});

/** tiktok.md 5: the address of a label holds for 24 hours. */
export const shippingDocument = z.object({ doc_url: textOrNull });

// ── Cancellations and returns ──────────────────────────────────────────────

const nextActions = readableOf(z.object({ action: z.string(), deadline: secondsOrNull.catch(null) }));

/** tiktok.md 6: POST cancellations. */
export const cancellationMade = z.object({ cancel_id: idOrNull, cancel_status: textOrNull });

/** tiktok.md 6: cancellations/search. */
export const cancellationPage = z.object({
  total_count: numericOrNull,
  next_page_token: textOrNull,
  cancellations: listOf(
    z.object({
      cancel_id: idText,
      order_id: idText,
      cancel_type: textOrNull,
      cancel_status: textOrNull.transform((status) => status ?? ''),
      role: textOrNull,
      create_time: secondsOrNull.catch(null),
    }),
  ),
});
export type CancellationRow = z.output<typeof cancellationPage>['cancellations'][number];

/** tiktok.md 6: reject_reasons. */
export const rejectReasons = z.object({
  reasons: readableOf(z.object({ name: z.string().min(1), text: textOrNull })),
});

/** tiktok.md 6: returns/search. */
export const returnPage = z.object({
  total_count: numericOrNull,
  next_page_token: textOrNull,
  return_orders: records.optional(),
});

const refund = z.object({ currency: capitalsOrNull, refund_total: shownNumber }).nullish().catch(null);

/** tiktok.md 6: one return; one line for each unit. */
export const returnOrder = z.object({
  return_id: idText,
  order_id: idOrNull,
  return_type: textOrNull,
  return_status: textOrNull.transform((status) => status ?? ''),
  return_reason: textOrNull,
  return_reason_text: textOrNull,
  refund_amount: refund,
  return_line_items: listOf(
    z.object({
      return_line_item_id: idOrNull,
      order_line_item_id: idOrNull,
      sku_id: idOrNull,
      seller_sku: textOrNull,
      sku_name: textOrNull,
      product_name: textOrNull,
      refund_amount: refund,
    }),
  ),
  return_tracking_number: wordOrNull,
  seller_next_action_response: nextActions,
  create_time: seconds,
  update_time: secondsOrNull,
});
export type ReturnOrder = z.output<typeof returnOrder>;

// ── Notices ────────────────────────────────────────────────────────────────

/** tiktok.md 7: the body of a notice; the value of `data` depends on its topic. */
const noticed = z.object({
  order_id: textOrNull,
  return_id: textOrNull,
  product_id: textOrNull,
  package_list: readableOf(z.object({ order_id_list: readableOf(idText) })),
});
export type Noticed = z.output<typeof noticed>;

export const notice = z.object({
  type: textOrNull,
  tts_notification_id: textOrNull,
  shop_id: textOrNull,
  data: z
    .unknown()
    .optional()
    .transform((data): Noticed | null => noticed.safeParse(data).data ?? null),
});

/** tiktok.md 7: the addresses that a shop's notices go to. */
export const subscriptions = z.object({
  webhooks: readableOf(z.object({ event_type: z.string(), address: textOrNull })),
});
