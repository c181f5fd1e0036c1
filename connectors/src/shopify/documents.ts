import type { GraphqlDocument } from './graphql-document.ts';

/**
 * Every GraphQL document that we send, for version 2026-10, each held against Shopify's schema by a test.
 * `cost` is for our limiter: about the actual cost of a full page. Shopify requests more beforehand, at most 370 points of a
 * bucket of 2,000, and corrects it by the actual cost of the answer (shopify.md 2).
 */

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
  id title sku barcode price compareAtPrice requiresComponents
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
        id title sku barcode price compareAtPrice requiresComponents
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
