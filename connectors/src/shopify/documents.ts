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
  text: `query Locations {
  locations(first: 50) { nodes { id name isActive fulfillsOnlineOrders isFulfillmentService } }
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

const orderFields = `fragment OrderFields on Order {
  id name createdAt updatedAt cancelledAt cancelReason
  displayFinancialStatus displayFulfillmentStatus returnStatus currencyCode email phone note
  totalPriceSet ${money}
  subtotalPriceSet ${money}
  totalShippingPriceSet ${money}
  totalDiscountsSet ${money}
  shippingAddress { name company address1 address2 city province zip countryCodeV2 phone }
  customer { id displayName }
  shippingLine { title }
  lineItems(first: 50) { nodes { ...LineFields } pageInfo { hasNextPage endCursor } }
  fulfillments(first: 20) {
    id status
    trackingInfo { company number }
    fulfillmentLineItems(first: 50) { nodes { id quantity lineItem { id } } pageInfo { hasNextPage endCursor } }
  }
  refunds(first: 20) {
    id createdAt
    refundLineItems(first: 50) {
      nodes { quantity restockType restocked lineItem { id } }
      pageInfo { hasNextPage endCursor }
    }
  }
  transactions(first: 20) { id kind status createdAt }
}
${lineFields}`;

/** shopify.md 4: a count costs 10. */
export const ordersCountDocument: GraphqlDocument = {
  cost: 10,
  text: `query OrdersCount($query: String) { ordersCount(query: $query, limit: null) { count precision } }`,
};

/** shopify.md 4: its requested cost is high, so the pages are small. */
export const ordersDocument: GraphqlDocument = {
  cost: 80,
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

/** shopify.md 4, 5: what is left to send of an order, by place, and what was sent. */
export const fulfillmentOrdersDocument: GraphqlDocument = {
  cost: 30,
  text: `query FulfillmentOrders($id: ID!) {
  order(id: $id) {
    id name cancelledAt
    fulfillments(first: 50) { id status }
    fulfillmentOrders(first: 20) {
      nodes {
        id status
        assignedLocation { name location { id } }
        supportedActions { action }
        lineItems(first: 50) { nodes { id remainingQuantity lineItem { id } } }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
}`,
};

/** shopify.md 5. */
export const shipDocument: GraphqlDocument = {
  cost: 13,
  text: `mutation Ship($fulfillment: FulfillmentInput!) {
  fulfillmentCreate(fulfillment: $fulfillment) {
    fulfillment { id status }
    userErrors { field message }
  }
}`,
};

/** shopify.md 4: whether an order is cancelled. */
export const cancelledDocument: GraphqlDocument = {
  cost: 1,
  text: `query Cancelled($id: ID!) { order(id: $id) { id cancelledAt displayFulfillmentStatus } }`,
};

/** shopify.md 6. */
export const cancelDocument: GraphqlDocument = {
  cost: 13,
  text: `mutation Cancel($id: ID!, $reason: OrderCancelReason!, $refundMethod: OrderCancelRefundMethodInput, $note: String) {
  orderCancel(orderId: $id, reason: $reason, restock: true, refundMethod: $refundMethod, staffNote: $note) {
    job { id done }
    orderCancelUserErrors { code field message }
  }
}`,
};

/** shopify.md 6. */
export const jobDocument: GraphqlDocument = {
  cost: 1,
  text: `query Job($id: ID!) { job(id: $id) { id done } }`,
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
