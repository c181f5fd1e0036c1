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

/** Replies as TikTok Shop sends them (tiktok.md). Unknown fields are ignored; ids are kept as text, amounts come as text. */

/** tiktok.md 0: success is code 0, never the HTTP status alone. On gateway errors `data` is null. */
export const envelope = z
  .object({ code: count, message: textOrNull, data: z.unknown().optional() })
  .transform((raw) => ({ code: String(raw.code), message: raw.message ?? '', data: raw.data ?? {} }));
export type Envelope = z.output<typeof envelope>;

/** tiktok.md 2: what went wrong with single items of a batch, or with one warehouse of an item. */
export const itemErrors = z.object({
  errors: listOf(
    z.object({
      code: idText,
      message: textOrNull,
      detail: z
        .object({
          product_id: idOrNull,
          sku_id: idOrNull,
          extra_errors: listOf(z.object({ code: idText, message: textOrNull })),
        })
        .nullish(),
    }),
  ),
});
export type ItemError = z.output<typeof itemErrors>['errors'][number];

/** tiktok.md 1.1: `*_expire_in` are absolute, despite their name. */
export const tokens = z.object({
  access_token: z.string().min(1),
  access_token_expire_in: seconds,
  refresh_token: z.string().min(1),
  refresh_token_expire_in: secondsOrNull,
  user_type: countOrZero,
});
export type Tokens = z.output<typeof tokens>;

/** tiktok.md 8: the shops that the seller authorised. */
export const shopList = z.object({
  shops: listOf(
    z.object({
      id: idText,
      name: textOrNull,
      region: textOrNull,
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
  products: records,
});

const image = z.object({ urls: listOf(z.string()), thumb_urls: listOf(z.string()) });

const sku = z.object({
  id: idText,
  seller_sku: textOrNull,
  status_info: z.object({ status: textOrNull }).nullish(),
  price: z
    .object({ currency: textOrNull, sale_price: numericOrNull, tax_exclusive_price: numericOrNull })
    .nullish(),
  inventory: listOf(z.object({ warehouse_id: idOrNull, quantity: count })),
  sales_attributes: listOf(z.object({ value_name: textOrNull, sku_img: image.nullish() })),
});
export type Sku = z.output<typeof sku>;

/** tiktok.md 3.1, 3.2, 9. A search returns less than the detail; `status` is left out where only Tokopedia lists the product. */
export const product = z.object({
  id: idText,
  title: z.string(),
  status: textOrNull,
  update_time: secondsOrNull,
  audit: z.object({ status: textOrNull }).nullish(),
  main_images: listOf(image),
  skus: listOf(sku),
  integrated_platform_statuses: listOf(z.object({ platform: z.string(), status: z.string() })),
});
export type Product = z.output<typeof product>;

/** tiktok.md 3.3: inventory/search. */
export const inventory = z.object({
  inventory: listOf(
    z.object({
      skus: listOf(
        z.object({
          id: idText,
          total_available_quantity: numericOrNull,
          warehouse_inventory: listOf(z.object({ warehouse_id: idOrNull, available_quantity: count })),
        }),
      ),
    }),
  ),
});

// ── Orders ─────────────────────────────────────────────────────────────────

/** tiktok.md 4.1. */
export const orderPage = z.object({
  total_count: numericOrNull,
  next_page_token: textOrNull,
  orders: records,
});

/** tiktok.md 4.2. */
export const orderDetails = z.object({ orders: records });

/** tiktok.md 4.2: one record for each unit. */
const lineItem = z.object({
  id: idText,
  product_id: idOrNull,
  product_name: textOrNull,
  sku_id: idText,
  sku_name: textOrNull,
  seller_sku: textOrNull,
  original_price: numericOrNull,
  sale_price: numericOrNull,
  display_status: textOrNull,
  package_id: idOrNull,
  package_status: textOrNull,
  tracking_number: textOrNull,
  shipping_provider_name: textOrNull,
  is_gift: flag,
});
export type LineItem = z.output<typeof lineItem>;

/** tiktok.md 4.2. The recipient is absent before payment, and masked where TikTok does the shipping. */
export const order = z.object({
  id: idText,
  status: z.string(),
  create_time: seconds,
  update_time: seconds,
  paid_time: secondsOrNull,
  rts_sla_time: secondsOrNull,
  user_id: idOrNull,
  buyer_email: textOrNull,
  buyer_message: textOrNull,
  shipping_type: textOrNull,
  fulfillment_type: textOrNull,
  delivery_option_id: idOrNull,
  delivery_option_name: textOrNull,
  shipping_provider: textOrNull,
  tracking_number: textOrNull,
  warehouse_id: idOrNull,
  is_on_hold_order: flag,
  is_buyer_request_cancel: flag,
  payment: z.object({
    currency: z.string().min(1),
    original_total_product_price: numericOrNull,
    seller_discount: numericOrNull,
    platform_discount: numericOrNull,
    sub_total: numericOrNull,
    shipping_fee: numericOrNull,
    total_amount: numericOrNull,
  }),
  recipient_address: z
    .object({ name: textOrNull, phone_number: textOrNull, postal_code: textOrNull, full_address: textOrNull })
    .nullish(),
  packages: listOf(z.object({ id: idText })),
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
  pickup_slots: listOf(
    z.object({ start_time: count, end_time: count, avaliable: z.boolean().nullish() }),
  ).transform((slots) => slots.filter(({ avaliable }) => avaliable !== false)),
});
export type HandoverSlots = z.output<typeof handoverSlots>;

/** tiktok.md 5: the ways of delivery of a warehouse, and the carriers of one of them. */
export const deliveryOptions = z.object({
  delivery_options: listOf(z.object({ id: idText, type: textOrNull })),
});
export const shippingProviders = z.object({
  shipping_providers: listOf(z.object({ id: idText, name: z.string() })),
});

/** tiktok.md 5: the address of a label holds for 24 hours. */
export const shippingDocument = z.object({ doc_url: textOrNull });

// ── Cancellations and returns ──────────────────────────────────────────────

const nextActions = listOf(z.object({ action: z.string(), deadline: secondsOrNull }));

/** tiktok.md 6: POST cancellations. */
export const cancellationMade = z.object({ cancel_id: idOrNull, cancel_status: textOrNull });

/** tiktok.md 6: cancellations/search. */
export const cancellationPage = z.object({
  cancellations: listOf(
    z.object({
      cancel_id: idText,
      order_id: idText,
      cancel_type: textOrNull,
      cancel_status: z.string(),
      role: textOrNull,
      create_time: secondsOrNull,
    }),
  ),
});
export type CancellationRow = z.output<typeof cancellationPage>['cancellations'][number];

/** tiktok.md 6: reject_reasons. */
export const rejectReasons = z.object({
  reasons: listOf(z.object({ name: z.string().min(1), text: textOrNull })),
});

/** tiktok.md 6: returns/search. */
export const returnPage = z.object({ next_page_token: textOrNull, return_orders: records });

const refund = z.object({ currency: textOrNull, refund_total: numericOrNull });

/** tiktok.md 6: one return; one line for each unit. */
export const returnOrder = z.object({
  return_id: idText,
  order_id: idOrNull,
  return_type: textOrNull,
  return_status: z.string(),
  return_reason: textOrNull,
  return_reason_text: textOrNull,
  refund_amount: refund.nullish(),
  return_line_items: listOf(
    z.object({
      sku_id: idOrNull,
      seller_sku: textOrNull,
      sku_name: textOrNull,
      product_name: textOrNull,
      refund_amount: refund.nullish(),
    }),
  ),
  return_tracking_number: textOrNull,
  seller_next_action_response: nextActions,
  create_time: seconds,
  update_time: seconds,
});
export type ReturnOrder = z.output<typeof returnOrder>;

// ── Notices ────────────────────────────────────────────────────────────────

/** tiktok.md 7: the body of a notice; the value of `data` depends on its topic. */
export const notice = z.object({
  type: count,
  tts_notification_id: idOrNull,
  shop_id: idText,
  data: z
    .object({
      order_id: idOrNull,
      return_id: idOrNull,
      product_id: idOrNull,
      package_list: listOf(z.object({ order_id_list: listOf(idText) })),
    })
    .nullish(),
});

/** tiktok.md 7: the addresses that a shop's notices go to. */
export const subscriptions = z.object({
  webhooks: listOf(z.object({ event_type: z.string(), address: textOrNull })),
});
