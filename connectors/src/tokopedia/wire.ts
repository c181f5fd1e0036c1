import { z } from 'zod';
import { saysItPasses } from '../kit/rejections.ts';
import { instantIn, instantOf } from '../kit/times.ts';
import {
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
  shownNumber,
  textOrNull,
  wordOrNull,
} from '../kit/wire-fields.ts';

/**
 * Replies as Tokopedia sends them (tokopedia.md). Unknown fields are ignored; ids, which are numbers there, are kept as text.
 * What is empty is left out: a number that is missing is 0, an object may be `{}` (3.1).
 */

/** tokopedia.md 1: exactly these of its six keys are used; a refusal comes with `error`. */
export const token = z.object({ access_token: z.string().min(1), expires_in: lifeOrNull });
export const tokenError = z.object({ error: z.string().min(1), error_description: textOrNull });

const header = z.object({
  messages: z
    .union([z.string(), readableOf(z.string())])
    .nullish()
    .catch(null),
  reason: textOrNull,
  error_code: z.union([z.string(), z.number().transform(String)]).nullish(),
});

/** tokopedia.md 2: two envelopes, one with a header, the other with a status and a list of messages. */
export const envelope = z
  .union([
    z.object({ header, data: z.unknown().optional() }),
    z.object({
      status: z.union([z.string(), z.number().transform(String)]),
      error_message: z.union([z.string().transform((text) => [text]), readableOf(z.string())]),
      data: z.unknown().optional(),
    }),
  ])
  .transform((raw) => {
    if ('header' in raw) {
      const { error_code: code, reason, messages } = raw.header;
      const general = typeof messages === 'string' ? messages : (messages ?? []).join(' ');
      const isBlank = code == null || /^\s*0*\s*$/.test(code);
      // A reason in the place of data is a refusal, whatever its code.
      const isRefusal = reason !== null && (raw.data ?? null) === null;
      return {
        code: isBlank ? (isRefusal ? '0' : null) : code,
        said: reason ?? general,
        asksAgain: saysItPasses(`${reason ?? ''} ${general}`),
        data: raw.data,
      };
    }
    const isGood = /^2\d\d/.test(raw.status);
    const said = raw.error_message.join(' ');
    return { code: isGood ? null : raw.status, said, asksAgain: saysItPasses(said), data: raw.data };
  });
export type Envelope = z.output<typeof envelope>;

/** tokopedia.md 8. */
export const shops = z.array(z.unknown());
export const shop = z.object({
  shop_id: idText,
  shop_name: textOrNull,
  shop_url: textOrNull,
  domain: textOrNull,
  is_open: shownNumber,
  province_name: textOrNull,
  logo: textOrNull,
  warehouses: readableOf(z.object({ warehouse_id: idText, warehouse_name: textOrNull, status: shownNumber })),
});
export type ShopInfo = z.output<typeof shop>;

/** tokopedia.md 3.1: a zero is left out. What is there and null is no number. */
const stockLevel = z.object({ useStock: flagOrNull, value: z.union([z.undefined(), countOrNull]) }).nullish();
/** tokopedia.md 3.1: `value` is in `currency`, of which 1 is the rupiah; `idr` always is in rupiah. */
const price = z
  .object({ value: shownNumber, currency: shownNumber, idr: shownNumber })
  .transform(({ value, currency, idr }) => (currency === null || currency === 1 ? value : idr))
  .nullish()
  .catch(null);

/** tokopedia.md 3.1: the page of a shop, or the products asked for. */
/** A page of products; null where the answer has none. */
export const products = z
  .array(z.unknown())
  .nullish()
  .transform((list) => list ?? null);

/** tokopedia.md 3.1: a product, a parent of variants or one of its children. */
export const product = z.object({
  basic: z.object({ productID: idText, shopID: idOrNull, status: numericOrNull, name: textOrNull }),
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
  pictures: readableOf(z.object({ OriginalURL: textOrNull })),
  other: z.object({ sku: textOrNull, url: textOrNull }).nullish().catch(null),
  warehouses: listOf(z.object({ warehouseID: idText, stock: stockLevel })),
});
export type Product = z.output<typeof product>;

/** tokopedia.md 3.1: the variant tree of a parent. */
export const variantTree = z.object({ parent_id: idOrNull, children: records });
export const variantChild = z.object({
  product_id: idText,
  name: textOrNull,
  price: shownNumber,
  stock: z.union([z.undefined().transform(() => 0), countOrNull]),
  reserve_stock: countOrZero,
  sku: textOrNull,
  enabled: flag,
  always_available: flag,
  picture: z.object({ original: textOrNull }).nullish().catch(null),
});
export type VariantChild = z.output<typeof variantChild>;

/** tokopedia.md 3.2: what became of a batch of quantities. */
export const stockUpdate = z.object({
  succeed_rows: countOrZero,
  failed_rows: countOrZero,
  // A row, or a text that names the product: 'Error Product ID [115306196] : …'.
  failed_rows_data: listOf(
    z.union([
      z.object({ product_id: idOrNull, sku: textOrNull, message: textOrNull }),
      z.string().transform((message) => ({
        product_id: /product id \[?(\d+)/i.exec(message)?.[1] ?? null,
        sku: null,
        message,
      })),
    ]),
  ),
});

/** tokopedia.md 4.1: a page of orders; null when nothing matches. */
export const orderPage = records;

/** Bundle orders and notices write `Name` where others write `name` (tokopedia.md 7). */
const named = { name: textOrNull, Name: textOrNull };

const orderedProduct = z.object({
  id: idText,
  ...named,
  quantity: count,
  price: numeric,
  total_price: shownNumber,
  sku: textOrNull,
});
export type OrderedProduct = z.output<typeof orderedProduct>;

/** The zone of times without one: Jakarta's. */
const zone = '+07:00';

/** RFC 3339, Go's own form, or that in an object; unset ones are null or of the year 1 (tokopedia.md 4.2). */
const instantOrNull = z
  .union([z.object({ Time: z.unknown() }).transform(({ Time }) => Time), z.unknown()])
  .optional()
  .transform((value) => {
    const at = typeof value === 'string' || typeof value === 'number' ? instantOf(value, zone) : null;
    return at === null || at.getTime() <= 0 ? null : at;
  });

const shipmentFulfillment = z.object({ confirm_shipping_deadline: instantOrNull }).nullish().catch(null);

/** tokopedia.md 4.1: an order in the list. */
export const order = z.object({
  order_id: idText,
  invoice_ref_num: textOrNull,
  order_status: count,
  create_time: z.union([seconds, instantIn(zone)]),
  // Whose warehouse sends it: 0 the seller's, else Tokopedia's own (Dilayani).
  fulfill_by: numericOrNull,
  warehouse_id: idOrNull.catch(null),
  // Newer lists have what else only the single order has.
  payment_date: instantOrNull,
  shipment_fulfillment: shipmentFulfillment,
  products: z.array(orderedProduct).min(1),
  products_fulfilled: listOf(
    z.object({ product_id: idText, quantity_deliver: countOrZero, quantity_reject: countOrZero }),
  ),
  buyer: z
    .object({ id: textOrNull, ...named, phone: textOrNull, email: textOrNull })
    .nullish()
    .catch(null),
  recipient: z
    .object({
      ...named,
      phone: textOrNull,
      address: z
        .object({
          address_full: textOrNull,
          district: textOrNull,
          city: textOrNull,
          province: textOrNull,
          country: textOrNull,
          postal_code: textOrNull,
        })
        .nullish()
        .catch(null),
    })
    .nullish()
    .catch(null),
  logistics: z.object({ shipping_agency: textOrNull, service_type: textOrNull }).nullish().catch(null),
  amt: z.object({
    ttl_product_price: numericOrNull,
    shipping_cost: numericOrNull,
    insurance_cost: numericOrNull,
    ttl_amount: numeric,
    voucher_amount: numericOrNull,
    toppoints_amount: numericOrNull,
  }),
  custom_fields: z.object({ awb: wordOrNull }).nullish().catch(null),
});
export type Order = z.output<typeof order>;

/** tokopedia.md 6: a complaint. */
export const ticket = z.object({
  id: idText,
  problem_type: textOrNull,
  status: textOrNull,
  open_date: instantIn(zone),
  sla_date: instantOrNull,
  close_date: instantOrNull,
  invoice_number: idText,
  solution: textOrNull,
  total_issued_funds: numericOrNull.transform((funds) => funds ?? 0),
  complaint_product: listOf(z.object({ id: idText, ...named, qty: count, price: shownNumber })),
});
export type Ticket = z.output<typeof ticket>;

const shopTickets = readableOf(z.object({ shop_id: idText, ticket: records }));
/** tokopedia.md 6: the complaints of some days, shop by shop. */
export const ticketPages = z.object({
  is_success: flagOrNull.refine((isGood) => isGood !== false),
  // Another shop's that cannot be read costs this one nothing.
  shops: z.array(z.unknown()).transform((list) => shopTickets.parse(list)),
});
/** The same without an envelope. */
export const bareTickets = ticketPages.extend({ is_success: flag.pipe(z.literal(true)) });

/** tokopedia.md 4.2: the fields of the single order that the list lacks. */
export const orderDetail = z.object({
  order_id: idText,
  invoice_number: textOrNull,
  order_status: count,
  create_time: instantIn(zone),
  fulfill_by: numericOrNull,
  order_warehouse: z.object({ fulfill_by: numericOrNull }).nullish().catch(null),
  payment_date: instantOrNull,
  shipment_fulfillment: shipmentFulfillment,
  cancel_request_info: z.unknown().optional(),
  order_info: z
    .object({ shipping_info: z.object({ awb: wordOrNull, logistic_name: textOrNull }).nullish().catch(null) })
    .nullish()
    .catch(null),
});
export type OrderDetail = z.output<typeof orderDetail>;

/** tokopedia.md 7: flat bodies, one shape for each hook; all of what we look at is optional. */
export const notice = z.object({
  shop_id: textOrNull,
  order_id: textOrNull,
  invoice_num: textOrNull,
  invoice_ref_num: textOrNull,
  product_changes_data: readableOf(z.object({ action: textOrNull, product_id: idText, shop_id: textOrNull })),
  upload_id: textOrNull,
  product_id: textOrNull,
  success_rows_data: readableOf(z.object({ product_id: textOrNull })),
});

/** tokopedia.md 7: what the app has registered. */
export const registration = z.record(z.string(), z.unknown());
