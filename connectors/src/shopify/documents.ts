import { listed, mostListed } from './list-sizes.ts';

/**
 * Every GraphQL document that we send, for version 2026-10, each held against Shopify's schema by a test.
 * `cost` is for our limiter: about the actual cost of a full page. Shopify requests more beforehand, at most 370 points of a
 * bucket of 2,000, and corrects it by the actual cost of the answer (shopify.md 2).
 */
export interface GraphqlDocument {
  readonly text: string;
  readonly cost: number;
}

/** shopify.md 8. */
export const shopDocument: GraphqlDocument = {
  cost: 4,
  text: `query Shop {
  shop { id name email myshopifyDomain currencyCode shopAddress { countryCodeV2 } }
  currentAppInstallation { accessScopes { handle } }
}`,
};

/** shopify.md 3.1. */
export const locationsDocument: GraphqlDocument = {
  cost: 9,
  text: `query Locations($after: String) {
  locations(first: 50, after: $after) {
    nodes { id name isActive fulfillsOnlineOrders isFulfillmentService }
    pageInfo { hasNextPage endCursor }
  }
}`,
};

const variantFields = `fragment VariantFields on ProductVariant {
  id title sku price compareAtPrice requiresComponents
  image { url }
  inventoryItem {
    id tracked
    inventoryLevel(locationId: $location) { isActive quantities(names: ["available"]) { name quantity } }
  }
}`;

const productFields = `fragment ProductFields on Product {
  id title status updatedAt
  featuredMedia { preview { image { url } } }
  variants(first: 100) { nodes { ...VariantFields } pageInfo { hasNextPage endCursor } }
}
${variantFields}`;

/** shopify.md 3.1, with the one level that we keep. */
export const productsDocument: GraphqlDocument = {
  cost: 200,
  text: `query Products($first: Int!, $after: String, $query: String, $location: ID!, $counting: Boolean!) {
  products(first: $first, after: $after, query: $query, sortKey: UPDATED_AT) {
    nodes { ...ProductFields }
    pageInfo { hasNextPage endCursor }
  }
  productsCount(query: $query) @include(if: $counting) { count }
}
${productFields}`,
};

export const productsByIdDocument: GraphqlDocument = {
  cost: 60,
  text: `query ProductsById($ids: [ID!]!, $location: ID!) {
  nodes(ids: $ids) { ...ProductFields }
}
${productFields}`,
};

/** The variants of a product beyond its first hundred. */
export const variantsDocument: GraphqlDocument = {
  cost: 50,
  text: `query MoreVariants($id: ID!, $after: String, $location: ID!) {
  product(id: $id) {
    variants(first: 100, after: $after) { nodes { ...VariantFields } pageInfo { hasNextPage endCursor } }
  }
}
${variantFields}`,
};

/** shopify.md 3.1: what is available of inventory items at one location. */
export const levelsDocument: GraphqlDocument = {
  cost: 10,
  text: `query Levels($ids: [ID!]!, $location: ID!) {
  nodes(ids: $ids) {
    ... on InventoryItem {
      id tracked
      inventoryLevel(locationId: $location) { isActive quantities(names: ["available"]) { name quantity } }
    }
  }
}`,
};

/** shopify.md 3.2: compare-and-set, with the key that the mutation requires since 2026-04. */
export const setStockDocument: GraphqlDocument = {
  cost: 13,
  text: `mutation SetStock($input: InventorySetQuantitiesInput!, $key: String!) {
  inventorySetQuantities(input: $input) @idempotent(key: $key) {
    inventoryAdjustmentGroup { id }
    userErrors { code field message }
  }
}`,
};

const money = '{ shopMoney { amount currencyCode } }';

const lineFields = `fragment LineFields on LineItem {
  id title variantTitle sku quantity currentQuantity unfulfilledQuantity
  originalUnitPriceSet ${money}
  discountedTotalSet ${money}
  variant { id }
  product { id }
}`;

const parcelLines = '{ nodes { id quantity lineItem { id } } pageInfo { hasNextPage endCursor } }';
const refundLines =
  '{ nodes { quantity restockType restocked lineItem { id } } pageInfo { hasNextPage endCursor } }';
const parcelFields = `{
    id status
    trackingInfo { company number }
    fulfillmentLineItems(first: 50) ${parcelLines}
  }`;
const refundFields = `{ id createdAt refundLineItems(first: 50) ${refundLines} }`;
const placeLines = '{ nodes { totalQuantity lineItem { id } } pageInfo { hasNextPage endCursor } }';

const orderFields = `fragment OrderFields on Order {
  id name createdAt updatedAt cancelledAt cancelReason test
  displayFinancialStatus displayFulfillmentStatus returnStatus currencyCode email phone note
  totalPriceSet ${money}
  subtotalPriceSet ${money}
  totalShippingPriceSet ${money}
  totalDiscountsSet ${money}
  taxesIncluded
  totalTaxSet ${money}
  totalTipReceivedSet ${money}
  shippingAddress { name company address1 address2 city province zip countryCodeV2 phone }
  customer { id displayName }
  shippingLine { title }
  lineItems(first: 50) { nodes { ...LineFields } pageInfo { hasNextPage endCursor } }
  fulfillmentOrders(first: 10) {
    nodes { id status assignedLocation { location { id } } lineItems(first: 20) ${placeLines} }
    pageInfo { hasNextPage endCursor }
  }
  fulfillments(first: ${String(listed)}) ${parcelFields}
  refunds(first: ${String(listed)}) ${refundFields}
  transactions(first: ${String(listed)}) { id kind status createdAt }
}
${lineFields}`;

/** The parcels, refunds and payments of an order that has more of them than are read with it. */
export const moreOfOrderDocument: GraphqlDocument = {
  cost: 200,
  text: `query MoreOfOrder($id: ID!) {
  order(id: $id) {
    fulfillments(first: ${String(mostListed)}) { id status trackingInfo { company number } }
    refunds(first: ${String(mostListed)}) { id createdAt }
    transactions(first: ${String(mostListed)}) { id kind status createdAt }
  }
}`,
};

/** What a parcel holds, beyond what was read with its order. */
export const parcelLinesDocument: GraphqlDocument = {
  cost: 20,
  text: `query ParcelLines($id: ID!, $after: String) {
  fulfillment(id: $id) { fulfillmentLineItems(first: 250, after: $after) ${parcelLines} }
}`,
};

/** What a refund is of, beyond what was read with its order. */
export const refundLinesDocument: GraphqlDocument = {
  cost: 20,
  text: `query RefundLines($id: ID!, $after: String) {
  refund(id: $id) { refundLineItems(first: 250, after: $after) ${refundLines} }
}`,
};

/** The places of an order's units, beyond those read with it. */
export const placesDocument: GraphqlDocument = {
  cost: 60,
  text: `query Places($id: ID!, $after: String) {
  order(id: $id) {
    fulfillmentOrders(first: 10, after: $after) {
      nodes { id status assignedLocation { location { id } } lineItems(first: 100) ${placeLines} }
      pageInfo { hasNextPage endCursor }
    }
  }
}`,
};

/** The units of one place, beyond those read with its order. */
export const placeLinesDocument: GraphqlDocument = {
  cost: 20,
  text: `query PlaceLines($id: ID!, $after: String) {
  fulfillmentOrder(id: $id) { lineItems(first: 250, after: $after) ${placeLines} }
}`,
};

/** shopify.md 4: a count costs 10. */
export const ordersCountDocument: GraphqlDocument = {
  cost: 10,
  text: `query OrdersCount($query: String) { ordersCount(query: $query, limit: null) { count precision } }`,
};

/** shopify.md 4: its requested cost is high, so the pages are small. */
export const ordersDocument: GraphqlDocument = {
  cost: 90,
  text: `query Orders($first: Int!, $after: String, $query: String) {
  orders(first: $first, after: $after, query: $query, sortKey: UPDATED_AT) {
    nodes { ...OrderFields }
    pageInfo { hasNextPage endCursor }
  }
}
${orderFields}`,
};

export const ordersByIdDocument: GraphqlDocument = {
  cost: 70,
  text: `query OrdersById($ids: [ID!]!) {
  nodes(ids: $ids) { ...OrderFields }
}
${orderFields}`,
};

/** The lines of an order beyond its first fifty. */
export const linesDocument: GraphqlDocument = {
  cost: 30,
  text: `query MoreLines($id: ID!, $after: String) {
  order(id: $id) {
    lineItems(first: 100, after: $after) { nodes { ...LineFields } pageInfo { hasNextPage endCursor } }
  }
}
${lineFields}`,
};

/** shopify.md 7. */
export const subscriptionsDocument: GraphqlDocument = {
  cost: 12,
  text: `query Subscriptions($after: String) {
  webhookSubscriptions(first: 100, after: $after) {
    nodes { id topic uri }
    pageInfo { hasNextPage endCursor }
  }
}`,
};

/** shopify.md 7. */
export const subscribeDocument: GraphqlDocument = {
  cost: 13,
  text: `mutation Subscribe($topic: WebhookSubscriptionTopic!, $subscription: WebhookSubscriptionInput!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: $subscription) {
    webhookSubscription { id }
    userErrors { field message }
  }
}`,
};

/**
 * The document of a bulk operation (shopify.md 3.3): all products with their variants, in `edges`, each with its id. It is sent as
 * text inside startBulkDocument and takes no variables, so location 0 is replaced by the shop's location.
 */
export const bulkProductsDocument: GraphqlDocument = {
  cost: 0,
  text: `query BulkProducts {
  products {
    edges { node {
      id title status updatedAt
      featuredMedia { preview { image { url } } }
      variants { edges { node {
        id title sku price compareAtPrice requiresComponents
        image { url }
        inventoryItem {
          id tracked
          inventoryLevel(locationId: "gid://shopify/Location/0") { isActive quantities(names: ["available"]) { name quantity } }
        }
      } } }
    } }
  }
}`,
};

/** shopify.md 3.3. */
export const startBulkDocument: GraphqlDocument = {
  cost: 13,
  text: `mutation StartBulk($query: String!) {
  bulkOperationRunQuery(query: $query, groupObjects: false) {
    bulkOperation { id status }
    userErrors { code field message }
  }
}`,
};

/** shopify.md 3.3. */
export const bulkDocument: GraphqlDocument = {
  cost: 1,
  text: `query Bulk($id: ID!) {
  bulkOperation(id: $id) { id status errorCode createdAt completedAt rootObjectCount url }
}`,
};

const returnFields = `fragment ReturnFields on Return {
  id status createdAt closedAt requestApprovedAt
  order { id name updatedAt currencyCode }
  decline { reason note }
  refunds(first: 10) { nodes { totalRefundedSet ${money} } }
  returnLineItems(first: 50) {
    nodes {
      id quantity customerNote returnReasonNote
      returnReasonDefinition { name }
      ... on ReturnLineItem {
        fulfillmentLineItem {
          lineItem { id title variantTitle sku originalUnitPriceSet ${money} variant { id } product { id } }
        }
      }
    }
    pageInfo { hasNextPage endCursor }
  }
}`;

/** shopify.md 4: orders by update, and whether there is a return to read. */
export const returningOrdersDocument: GraphqlDocument = {
  cost: 10,
  text: `query ReturningOrders($first: Int!, $after: String, $query: String) {
  orders(first: $first, after: $after, query: $query, sortKey: UPDATED_AT) {
    nodes { id name returnStatus }
    pageInfo { hasNextPage endCursor }
  }
}`,
};

/** shopify.md 6: the returns of an order. */
export const orderReturnsDocument: GraphqlDocument = {
  cost: 60,
  text: `query OrderReturns($id: ID!) {
  order(id: $id) { id returns(first: 10) { nodes { ...ReturnFields } pageInfo { hasNextPage endCursor } } }
}
${returnFields}`,
};

/** shopify.md 6: one return. */
export const returnDocument: GraphqlDocument = {
  cost: 20,
  text: `query OneReturn($id: ID!) { return(id: $id) { ...ReturnFields } }
${returnFields}`,
};

/** shopify.md 3.2. */
export const setPriceDocument: GraphqlDocument = {
  cost: 13,
  text: `mutation SetPrice($product: ID!, $variants: [ProductVariantsBulkInput!]!) {
  productVariantsBulkUpdate(productId: $product, variants: $variants) {
    productVariants { id }
    userErrors { code field message }
  }
}`,
};

/** shopify.md 3.2: a new title, or a new status. */
export const updateProductDocument: GraphqlDocument = {
  cost: 13,
  text: `mutation UpdateProduct($product: ProductUpdateInput!) {
  productUpdate(product: $product) {
    product { id title status }
    userErrors { field message }
  }
}`,
};

/** shopify.md 3.2: irreversible. */
export const deleteProductDocument: GraphqlDocument = {
  cost: 13,
  text: `mutation DeleteProduct($id: ID!) {
  productDelete(input: { id: $id }, synchronous: true) {
    deletedProductId
    userErrors { field message }
  }
}`,
};
