import { z } from 'zod';
import { flag, idText, listOf, numeric, textOrNull } from '../kit/wire-fields.ts';

/** Replies as Shopify sends them (shopify.md). Unknown fields are ignored; ids are kept as text. */

const graphqlError = z.object({
  message: z.string(),
  path: z.array(z.union([z.string(), z.number()])).nullish(),
  extensions: z.looseObject({ code: z.string().nullish() }).nullish(),
});
export type GraphqlError = z.output<typeof graphqlError>;

const cost = z.object({
  requestedQueryCost: numeric.nullish(),
  throttleStatus: z.object({ currentlyAvailable: numeric, restoreRate: numeric }).nullish(),
});
export type Cost = z.output<typeof cost>;

/** shopify.md 2: every answer of GraphQL. */
export const answer = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: listOf(graphqlError),
  extensions: z.looseObject({ cost: cost.nullish() }).nullish(),
});

/** shopify.md 1.1: expiring offline tokens. Without `expires_in` the token never expires. */
export const tokens = z.object({
  access_token: z.string().min(1),
  scope: z.string(),
  expires_in: numeric.nullish(),
  refresh_token: z.string().nullish(),
  refresh_token_expires_in: numeric.nullish(),
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

export const instant = z.iso.datetime({ offset: true }).transform((at) => new Date(at));

export const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() });

/** A connection whose records are parsed one by one. */
export const rawPage = z.object({ nodes: z.array(z.unknown()), pageInfo });

const level = z.object({
  isActive: z.boolean(),
  quantities: z.array(z.object({ name: z.string(), quantity: z.number().int() })),
});

const inventoryItem = z.object({ id: z.string(), tracked: z.boolean(), inventoryLevel: level.nullish() });

/** shopify.md 3.1: a variant with its one level. */
export const variant = z.object({
  id: tail,
  title: z.string(),
  sku: textOrNull,
  price: numeric,
  compareAtPrice: numeric.nullish(),
  requiresComponents: flag,
  image: z.object({ url: z.string() }).nullish(),
  inventoryItem,
});
export type Variant = z.output<typeof variant>;

export const variantPage = z.object({ nodes: z.array(variant), pageInfo });

/** shopify.md 3.1. */
export const product = z.object({
  id: tail,
  title: z.string(),
  status: z.string(),
  updatedAt: instant,
  featuredMedia: z
    .object({ preview: z.object({ image: z.object({ url: z.string() }).nullish() }).nullish() })
    .nullish(),
  variants: variantPage,
});
export type Product = z.output<typeof product>;

/** A node that is an inventory item, with its level at the location asked for. */
export const levelNode = inventoryItem;
export type LevelNode = z.output<typeof levelNode>;

/** shopify.md 3.2. */
export const setQuantities = z.object({
  userErrors: z.array(
    z.object({ code: z.string().nullish(), field: z.array(z.string()).nullish(), message: z.string() }),
  ),
});
export type SetError = z.output<typeof setQuantities>['userErrors'][number];

export const money = z.object({ shopMoney: z.object({ amount: numeric, currencyCode: z.string() }) });

/** shopify.md 4. */
export const line = z.object({
  id: tail,
  title: z.string(),
  variantTitle: textOrNull,
  sku: textOrNull,
  quantity: z.number().int(),
  currentQuantity: z.number().int(),
  unfulfilledQuantity: z.number().int(),
  originalUnitPriceSet: money,
  discountedTotalSet: money,
  variant: z.object({ id: tail }).nullish(),
  product: z.object({ id: tail }).nullish(),
});
export type Line = z.output<typeof line>;

export const counted = z.object({ count: z.int(), precision: z.string() });

export const linePage = z.object({ nodes: z.array(line), pageInfo });

/** Lists inside an order that are not paged: an order that has more of them is quarantined rather than half read. */
function whole<T extends z.ZodType>(node: T) {
  return z
    .object({ nodes: z.array(node), pageInfo })
    .refine((page) => !page.pageInfo.hasNextPage, 'longer than Evenstock reads');
}

/** shopify.md 4, 6. */
export const order = z.object({
  id: z.string(),
  name: z.string().min(1),
  createdAt: instant,
  updatedAt: instant,
  cancelledAt: instant.nullish(),
  displayFinancialStatus: textOrNull,
  displayFulfillmentStatus: z.string(),
  returnStatus: z.string(),
  currencyCode: z.string(),
  email: textOrNull,
  phone: textOrNull,
  note: textOrNull,
  totalPriceSet: money,
  subtotalPriceSet: money.nullish(),
  totalShippingPriceSet: money,
  totalDiscountsSet: money.nullish(),
  shippingAddress: z
    .object({
      name: textOrNull,
      company: textOrNull,
      address1: textOrNull,
      address2: textOrNull,
      city: textOrNull,
      province: textOrNull,
      zip: textOrNull,
      countryCodeV2: textOrNull,
      phone: textOrNull,
    })
    .nullish(),
  customer: z.object({ id: tail, displayName: textOrNull }).nullish(),
  shippingLine: z.object({ title: textOrNull }).nullish(),
  lineItems: linePage,
  fulfillments: z.array(
    z.object({
      status: z.string(),
      trackingInfo: z.array(z.object({ company: textOrNull, number: textOrNull })),
      fulfillmentLineItems: whole(
        z.object({ quantity: z.number().int().nullish(), lineItem: z.object({ id: tail }) }),
      ),
    }),
  ),
  refunds: z.array(
    z.object({
      createdAt: instant.nullish(),
      refundLineItems: whole(
        z.object({
          quantity: z.number().int(),
          restockType: z.string(),
          restocked: z.boolean(),
          lineItem: z.object({ id: tail }),
        }),
      ),
    }),
  ),
  transactions: z.array(z.object({ kind: z.string(), status: z.string(), createdAt: instant })),
});
export type Order = z.output<typeof order>;

/** shopify.md 8. */
export const shop = z.object({
  name: z.string(),
  myshopifyDomain: z.string(),
  currencyCode: z.string(),
  shopAddress: z.object({ countryCodeV2: textOrNull }).nullish(),
});

export const locations = z.object({
  nodes: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      isActive: z.boolean(),
      fulfillsOnlineOrders: z.boolean(),
      isFulfillmentService: z.boolean(),
    }),
  ),
});

/** shopify.md 7. */
export const subscriptions = z.object({
  nodes: z.array(z.object({ topic: z.string(), uri: textOrNull })),
  pageInfo,
});
export const subscribed = z.object({ userErrors: z.array(z.object({ message: z.string() })) });

/**
 * shopify.md 7: what we read of a webhook's body. Ids may be above 2^53, so the id as text comes first;
 * `order_id` of a refund is a number only.
 */
/** The body of a privacy topic; whose data it is about is not read beyond the ids. */
export const privacyBody = z.looseObject({
  customer: z.looseObject({ id: idText.nullish() }).nullish(),
  orders_to_redact: z.array(idText).nullish(),
  orders_requested: z.array(idText).nullish(),
});

export const webhookBody = z.looseObject({
  admin_graphql_api_id: textOrNull,
  id: idText.nullish().catch(null),
  order_id: idText.nullish().catch(null),
  location_id: idText.nullish().catch(null),
  inventory_item_id: idText.nullish().catch(null),
  available: z.int().nullish().catch(null),
});
