import { z } from 'zod';
import {
  count,
  countOrNull,
  flag,
  idText,
  lifeOrNull,
  listOf,
  numeric,
  readableOf,
  records,
  shownNumber,
  textOrNull,
  wordOrNull,
} from '../kit/wire-fields.ts';
import { barcodeOrNone } from '../kit/wire-barcodes.ts';
import { instantIn, instantOrNullIn } from '../kit/times.ts';

/** Replies as Shopify sends them (shopify.md). Unknown fields are ignored; ids are kept as text. */

const graphqlError = z.object({
  message: z.string().catch(''),
  path: z
    .array(z.union([z.string(), z.number()]))
    .nullish()
    .catch(null),
  extensions: z.looseObject({ code: textOrNull }).nullish().catch(null),
});
export type GraphqlError = z.output<typeof graphqlError>;

const cost = z.object({
  requestedQueryCost: shownNumber,
  throttleStatus: z
    .object({ currentlyAvailable: shownNumber, restoreRate: shownNumber })
    .nullish()
    .catch(null),
});
export type Cost = z.output<typeof cost>;

/** shopify.md 2: every answer of GraphQL. */
export const answer = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: listOf(graphqlError),
  extensions: z
    .looseObject({ cost: cost.nullish().catch(null) })
    .nullish()
    .catch(null),
});

/** shopify.md 1.1: expiring offline tokens. Without `expires_in` the token never expires. */
export const tokens = z.object({
  access_token: z.string().min(1),
  scope: textOrNull,
  expires_in: lifeOrNull,
  refresh_token: textOrNull,
  refresh_token_expires_in: lifeOrNull,
});

/** shopify.md 1.1: what a failed token call says. */
export const oauthFailure = z.object({ error: textOrNull, error_description: textOrNull });

/** The number at the end of 'gid://shopify/Product/8000000000001' (shopify.md 3). */
export const tail = z.string().transform((gid, context) => {
  const number = /\/(\d+)$/.exec(gid)?.[1];
  if (number !== undefined) return number;
  context.addIssue({ code: 'custom', message: 'not an id of Shopify’s' });
  return z.NEVER;
});

export const instant = instantIn('Z');
export const instantOrNull = instantOrNullIn('Z');

export const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() });

/** A connection whose records are parsed one by one. */
export const rawPage = z.object({ nodes: z.array(z.unknown()), pageInfo });

const level = z.object({
  isActive: flag,
  quantities: z.array(z.object({ name: z.string(), quantity: count })),
});

const inventoryItem = z.object({ id: z.string(), tracked: flag, inventoryLevel: level.nullish() });

/** shopify.md 3.1: a variant with its one level. */
export const variant = z.object({
  id: tail,
  title: textOrNull,
  sku: textOrNull,
  barcode: barcodeOrNone,
  price: shownNumber,
  compareAtPrice: shownNumber,
  requiresComponents: flag,
  image: z.object({ url: textOrNull }).nullish().catch(null),
  inventoryItem,
});
export type Variant = z.output<typeof variant>;

/** shopify.md 3.1. */
export const product = z.object({
  id: tail,
  title: textOrNull,
  status: textOrNull,
  updatedAt: instantOrNull,
  featuredMedia: z
    .object({ preview: z.object({ image: z.object({ url: textOrNull }).nullish() }).nullish() })
    .nullish()
    .catch(null),
  variants: rawPage,
});
export type Product = z.output<typeof product>;

/** A node that is an inventory item, with its level at the location asked for. */
export const levelNode = inventoryItem;
export type LevelNode = z.output<typeof levelNode>;

/** shopify.md 3.2. */
export const setQuantities = z.object({
  userErrors: listOf(
    z.object({
      code: textOrNull,
      field: z
        .array(z.union([z.string(), z.number().transform(String)]))
        .nullish()
        .catch(null),
      message: z.string().catch(''),
    }),
  ),
});
export type SetError = z.output<typeof setQuantities>['userErrors'][number];

export const money = z.object({ shopMoney: z.object({ amount: numeric, currencyCode: z.string() }) });

/** shopify.md 4. */
export const line = z.object({
  id: tail,
  title: textOrNull,
  variantTitle: textOrNull,
  sku: textOrNull,
  quantity: count,
  currentQuantity: count,
  unfulfilledQuantity: count,
  originalUnitPriceSet: money,
  discountedTotalSet: money,
  variant: z.object({ id: tail }).nullish(),
  product: z.object({ id: tail }).nullish(),
});
export type Line = z.output<typeof line>;

export const counted = z.object({ count: countOrNull, precision: textOrNull });

export const linePage = z.object({ nodes: z.array(line), pageInfo });

/** A connection whose first page came with its owner. */
const page = <T extends z.ZodType>(node: T) => z.object({ nodes: z.array(node), pageInfo });
const lineRef = z.object({ id: tail });

/** Units of a parcel, of a refund, of a place (shopify.md 4, 5, 6). */
export const parcelLinePage = page(z.object({ quantity: countOrNull, lineItem: lineRef }));
export const refundLinePage = page(
  z.object({
    quantity: count,
    restockType: textOrNull.transform((type) => type ?? 'UNKNOWN'),
    restocked: flag,
    lineItem: lineRef,
  }),
);
export const placeLinePage = page(z.object({ totalQuantity: count.nullish(), lineItem: lineRef }));

const tracking = listOf(z.object({ company: textOrNull, number: textOrNull }));
const notYet = { nodes: [], pageInfo: { hasNextPage: true, endCursor: null } };
export const parcel = z.object({
  id: textOrNull,
  status: z.string(),
  trackingInfo: tracking,
  fulfillmentLineItems: parcelLinePage.default(notYet),
});
export const refund = z.object({
  id: textOrNull,
  createdAt: instantOrNull,
  refundLineItems: refundLinePage.default(notYet),
});
export const transaction = z.object({ kind: z.string(), status: z.string(), createdAt: instantOrNull });
export const place = z.object({
  id: z.string(),
  status: textOrNull,
  assignedLocation: z.object({ location: z.object({ id: z.string() }).nullish() }).nullish(),
  lineItems: placeLinePage,
});
export const placePage = page(place);
export const moreOfOrder = z.object({
  fulfillments: z.array(parcel),
  refunds: z.array(refund),
  transactions: z.array(transaction),
});

/** shopify.md 4, 6. */
export const order = z.object({
  id: z.string(),
  name: textOrNull,
  createdAt: instant,
  updatedAt: instant,
  // Whatever it is dated: an order that states it is cancelled.
  cancelledAt: textOrNull,
  displayFinancialStatus: textOrNull,
  displayFulfillmentStatus: z.string(),
  returnStatus: textOrNull.transform((status) => status ?? 'NO_RETURN'),
  currencyCode: z.string(),
  email: textOrNull,
  phone: textOrNull,
  note: textOrNull,
  totalPriceSet: money,
  subtotalPriceSet: money.nullish(),
  totalShippingPriceSet: money.nullish(),
  totalDiscountsSet: money.nullish(),
  taxesIncluded: flag,
  totalTaxSet: money.nullish(),
  totalTipReceivedSet: money.nullish(),
  test: flag,
  shippingAddress: z
    .object({
      name: wordOrNull,
      company: wordOrNull,
      address1: wordOrNull,
      address2: wordOrNull,
      city: wordOrNull,
      province: wordOrNull,
      zip: wordOrNull,
      countryCodeV2: wordOrNull,
      phone: wordOrNull,
    })
    .nullish(),
  customer: z.object({ id: tail, displayName: textOrNull }).nullish().catch(null),
  shippingLine: z.object({ title: textOrNull }).nullish(),
  lineItems: linePage,
  fulfillmentOrders: placePage.nullish(),
  fulfillments: z.array(parcel),
  refunds: z.array(refund),
  transactions: listOf(transaction),
});
export type Order = z.output<typeof order>;

/** shopify.md 8. */
export const shop = z.object({
  name: textOrNull,
  myshopifyDomain: textOrNull,
  currencyCode: z.string(),
  shopAddress: z.object({ countryCodeV2: textOrNull }).nullish().catch(null),
});

/** shopify.md 1.1: the scopes that the shop granted. */
export const installed = z.object({ accessScopes: z.array(z.object({ handle: textOrNull })).nullish() });

export const locations = z.object({
  nodes: z.array(
    z.object({
      id: z.string(),
      name: textOrNull,
      isActive: flag,
      fulfillsOnlineOrders: flag,
      isFulfillmentService: flag,
    }),
  ),
  pageInfo: pageInfo.nullish(),
});

/** shopify.md 7. */
export const subscriptions = z.object({
  nodes: readableOf(z.object({ topic: z.string(), uri: textOrNull })),
  pageInfo,
});
export const subscribed = z.object({ userErrors: z.array(z.object({ message: z.string().catch('') })) });

/**
 * shopify.md 7: what we read of a webhook's body. Ids may be above 2^53, so the id as text comes first;
 * `order_id` of a refund is a number only.
 */
/** The body of a privacy topic; whose data it is about is not read beyond the ids. */
export const privacyBody = z.looseObject({
  customer: z
    .looseObject({ id: idText.nullish().catch(null) })
    .nullish()
    .catch(null),
  orders_to_redact: records.catch([]),
  orders_requested: records.catch([]),
});

export const webhookBody = z.looseObject({
  admin_graphql_api_id: textOrNull,
  id: idText.nullish().catch(null),
  order_id: idText.nullish().catch(null),
  location_id: idText.nullish().catch(null),
  inventory_item_id: idText.nullish().catch(null),
  available: count.nullish().catch(null),
});
