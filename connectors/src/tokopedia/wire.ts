import { z } from 'zod';
import {
  count,
  countOrZero,
  flag,
  idOrNull,
  idText,
  listOf,
  numeric,
  numericOrNull,
  records,
  seconds,
  textOrNull,
} from '../kit/wire-fields.ts';

/**
 * Replies as Tokopedia sends them (tokopedia.md). Unknown fields are ignored; ids, which are numbers there, are kept as text.
 * What is empty is left out: a number that is missing is 0, an object may be `{}` (3.1).
 */

/** tokopedia.md 1: exactly these of its six keys are used; a refusal comes with `error`. */
export const token = z.object({ access_token: z.string().min(1), expires_in: numeric });
export const tokenError = z.object({ error: z.string().min(1), error_description: textOrNull });

const header = z.object({
  messages: z.union([z.string(), z.array(z.string())]).nullish(),
  reason: textOrNull,
  error_code: z.union([z.string(), z.number().transform(String)]).nullish(),
});

/** tokopedia.md 2: two envelopes, one with a header, the other with a status and a list of messages. */
export const envelope = z
  .union([
    z.object({ header, data: z.unknown().optional() }),
    z.object({ status: z.string(), error_message: listOf(z.string()), data: z.unknown().optional() }),
  ])
  .transform((raw) => {
    if ('header' in raw) {
      const { error_code: code, reason, messages } = raw.header;
      const general = typeof messages === 'string' ? messages : (messages ?? []).join(' ');
      return {
        code: code === '0' || code === '' ? null : (code ?? null),
        said: reason ?? general,
        data: raw.data,
      };
    }
    const isGood = /^2\d\d/.test(raw.status);
    return { code: isGood ? null : raw.status, said: raw.error_message.join(' '), data: raw.data };
  });
export type Envelope = z.output<typeof envelope>;

/** tokopedia.md 8. */
export const shops = listOf(
  z.object({
    shop_id: idText,
    shop_name: z.string(),
    shop_url: textOrNull,
    domain: textOrNull,
    is_open: numericOrNull,
    province_name: textOrNull,
    logo: textOrNull,
  }),
);
export type ShopInfo = z.output<typeof shops>[number];

const stockLevel = z.object({ useStock: flag, value: countOrZero }).nullish();
const price = z.object({ value: numericOrNull, currency: numericOrNull }).nullish();

/** tokopedia.md 3.1: the page of a shop, or the products asked for. */
export const products = records;

/** tokopedia.md 3.1: a product, a parent of variants or one of its children. */
export const product = z.object({
  basic: z.object({ productID: idText, shopID: idOrNull, status: countOrZero, name: z.string() }),
  price,
  stock: stockLevel,
  main_stock: countOrZero,
  reserve_stock: countOrZero,
  variant: z
    .object({
      isParent: flag,
      isVariant: flag,
      childrenID: listOf(idText),
      parentID: idOrNull,
    })
    .nullish(),
  pictures: listOf(z.object({ OriginalURL: textOrNull })),
  other: z.object({ sku: textOrNull, url: textOrNull }).nullish(),
  warehouses: listOf(z.object({ warehouseID: idText, stock: stockLevel })),
});
export type Product = z.output<typeof product>;

/** tokopedia.md 3.1: the variant tree of a parent. */
export const variantTree = z.object({ parent_id: idOrNull, children: records });
export const variantChild = z.object({
  product_id: idText,
  name: z.string(),
  price: numericOrNull,
  stock: countOrZero,
  reserve_stock: countOrZero,
  sku: textOrNull,
  enabled: flag,
  always_available: flag,
  picture: z.object({ original: textOrNull }).nullish(),
});
export type VariantChild = z.output<typeof variantChild>;

/** tokopedia.md 3.2: what became of a batch of quantities. */
export const stockUpdate = z.object({
  succeed_rows: countOrZero,
  failed_rows: countOrZero,
  failed_rows_data: listOf(z.object({ product_id: idOrNull, sku: textOrNull, message: textOrNull })),
});

/** tokopedia.md 4.1: a page of orders; null when nothing matches. */
export const orderPage = records;

const orderedProduct = z.object({
  id: idText,
  name: z.string(),
  quantity: count,
  price: numeric,
  total_price: numericOrNull,
  sku: textOrNull,
});
export type OrderedProduct = z.output<typeof orderedProduct>;

/** tokopedia.md 4.1: an order in the list. */
export const order = z.object({
  order_id: idText,
  invoice_ref_num: z.string().min(1),
  order_status: count,
  create_time: seconds,
  products: z.array(orderedProduct).min(1),
  products_fulfilled: listOf(
    z.object({ product_id: idText, quantity_deliver: countOrZero, quantity_reject: countOrZero }),
  ),
  buyer: z.object({ id: idOrNull, name: textOrNull, phone: textOrNull, email: textOrNull }).nullish(),
  recipient: z
    .object({
      name: textOrNull,
      phone: textOrNull,
      address: z.object({ address_full: textOrNull, postal_code: textOrNull }).nullish(),
    })
    .nullish(),
  logistics: z.object({ shipping_agency: textOrNull, service_type: textOrNull }).nullish(),
  amt: z.object({
    ttl_product_price: numericOrNull,
    shipping_cost: numericOrNull,
    ttl_amount: numeric,
    voucher_amount: numericOrNull,
    toppoints_amount: numericOrNull,
  }),
  custom_fields: z.object({ awb: textOrNull }).nullish(),
});
export type Order = z.output<typeof order>;

/** RFC 3339; unset ones are null or of the year 1 (tokopedia.md 4.2). */
const instantOrNull = z
  .string()
  .nullish()
  .transform((text) => {
    const at = text == null || text === '' ? Number.NaN : Date.parse(text);
    return Number.isNaN(at) || at <= 0 ? null : new Date(at);
  });

/** `2026-01-31 10:00:00` in Jakarta, or with a zone of its own; null where it is empty (tokopedia.md 6 does not say). */
const ticketTime = z
  .string()
  .nullish()
  .transform((text) => {
    const written = (text ?? '').trim().replace(' ', 'T');
    const hasZone = /(Z|[+-]\d\d:?\d\d)$/.test(written);
    const at = written === '' ? Number.NaN : Date.parse(hasZone ? written : `${written}+07:00`);
    return Number.isNaN(at) || at <= 0 ? null : new Date(at);
  });

/** tokopedia.md 6: a complaint. */
export const ticket = z.object({
  id: idText,
  problem_type: textOrNull,
  status: z.string().min(1),
  open_date: ticketTime.pipe(z.date()),
  sla_date: ticketTime,
  close_date: ticketTime,
  invoice_number: z.string().min(1),
  solution: textOrNull,
  total_issued_funds: numericOrNull.transform((funds) => funds ?? 0),
  complaint_product: listOf(z.object({ id: idText, Name: z.string(), qty: count, price: numericOrNull })),
});
export type Ticket = z.output<typeof ticket>;

/** tokopedia.md 6: the complaints of some days, shop by shop. */
export const ticketPages = z.object({ shops: listOf(z.object({ shop_id: idText, ticket: records })) });
/** The same without an envelope. */
export const bareTickets = ticketPages.extend({ is_success: z.literal(true) });

/** tokopedia.md 4.2: the fields of the single order that the list lacks. */
export const orderDetail = z.object({
  order_id: idText,
  invoice_number: textOrNull,
  order_status: count,
  create_time: z.iso.datetime({ offset: true, local: true }).transform((text) => new Date(text)),
  payment_date: instantOrNull,
  shipment_fulfillment: z.object({ confirm_shipping_deadline: instantOrNull }).nullish(),
  cancel_request_info: z.unknown().optional(),
  order_info: z
    .object({ shipping_info: z.object({ awb: textOrNull, logistic_name: textOrNull }).nullish() })
    .nullish(),
});
export type OrderDetail = z.output<typeof orderDetail>;

/** tokopedia.md 7: flat bodies, one shape for each hook; all of what we look at is optional. */
export const notice = z.object({
  shop_id: idOrNull,
  order_id: idOrNull,
  order_status: numericOrNull,
  invoice_num: textOrNull,
  invoice_ref_num: textOrNull,
  product_changes_data: listOf(z.object({ action: z.string(), product_id: idText, shop_id: idText })),
  upload_id: idOrNull,
  product_id: idOrNull,
  success_rows_data: listOf(z.object({ product_id: idOrNull })),
});

/** tokopedia.md 7: what the app has registered. */
export const registration = z.record(z.string(), z.unknown());
