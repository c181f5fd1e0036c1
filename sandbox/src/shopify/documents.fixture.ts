/** Documents that clients of the Admin API send, written after shopify.md 3.1, 3.2 and 4. */

const money = 'shopMoney { amount currencyCode }';

export const productsQuery = `query Products($after: String, $q: String) {
  products(first: 100, after: $after, query: $q, sortKey: UPDATED_AT) {
    nodes {
      id title handle status vendor productType tags totalInventory updatedAt onlineStoreUrl
      featuredMedia { preview { image { url } } }
      variants(first: 100) {
        nodes {
          id title sku barcode price compareAtPrice inventoryPolicy inventoryQuantity
          selectedOptions { name value }
          inventoryItem { id sku tracked measurement { weight { value unit } } }
        }
        pageInfo { hasNextPage endCursor }
      }
    }
    pageInfo { hasNextPage endCursor }
  }
}`;

export const levelsQuery = `query Levels($id: ID!) {
  inventoryItem(id: $id) {
    id sku tracked
    inventoryLevels(first: 20) {
      nodes {
        id isActive updatedAt location { id name }
        quantities(names: ["available", "on_hand", "committed", "reserved", "incoming"]) { name quantity updatedAt }
      }
    }
  }
}`;

export const setQuantities = `mutation SetStock($input: InventorySetQuantitiesInput!, $key: String!) {
  inventorySetQuantities(input: $input) @idempotent(key: $key) {
    inventoryAdjustmentGroup {
      id createdAt reason referenceDocumentUri
      changes { name delta quantityAfterChange item { id } location { id } }
    }
    userErrors { code field message }
  }
}`;

export const adjustQuantities = `mutation Adjust($input: InventoryAdjustQuantitiesInput!, $key: String!) {
  inventoryAdjustQuantities(input: $input) @idempotent(key: $key) {
    inventoryAdjustmentGroup { id changes { name delta } }
    userErrors { code field message }
  }
}`;

export function ordersQuery(first: number): string {
  return `query Orders($after: String, $q: String) {
  orders(first: ${first}, after: $after, query: $q, sortKey: UPDATED_AT) {
    nodes {
      id name createdAt updatedAt processedAt cancelledAt cancelReason closedAt
      displayFinancialStatus displayFulfillmentStatus returnStatus currencyCode email phone note tags sourceName
      totalPriceSet { ${money} } subtotalPriceSet { ${money} } totalShippingPriceSet { ${money} }
      totalTaxSet { ${money} } totalDiscountsSet { ${money} } totalRefundedSet { ${money} }
      shippingAddress {
        name firstName lastName company address1 address2 city province provinceCode zip countryCodeV2 phone
      }
      billingAddress { name } customer { id displayName } shippingLine { title code }
      lineItems(first: 50) {
        nodes {
          id title variantTitle sku quantity currentQuantity unfulfilledQuantity refundableQuantity
          originalUnitPriceSet { ${money} } discountedTotalSet { ${money} }
          variant { id } product { id }
        }
        pageInfo { hasNextPage endCursor }
      }
      fulfillmentOrders(first: 10) {
        nodes {
          id status requestStatus assignedLocation { name location { id } } supportedActions { action }
          lineItems(first: 50) { nodes { id totalQuantity remainingQuantity lineItem { id } } }
        }
      }
      fulfillments(first: 10) {
        id status displayStatus trackingInfo { company number url }
        fulfillmentLineItems(first: 50) { nodes { id quantity lineItem { id } } }
      }
      transactions(first: 10) { id kind status gateway amountSet { ${money} } }
    }
    pageInfo { hasNextPage endCursor }
  }
}`;
}

export const cancelOrder = `mutation Cancel($id: ID!, $r: OrderCancelReason!, $rm: OrderCancelRefundMethodInput) {
  orderCancel(orderId: $id, reason: $r, restock: true, refundMethod: $rm, notifyCustomer: true, staffNote: "out of stock") {
    job { id done }
    jobResult { id done status errors { code message } }
    orderCancelUserErrors { code field message }
  }
}`;

export const ship = `mutation Ship($f: FulfillmentInput!) {
  fulfillmentCreate(fulfillment: $f) {
    fulfillment { id status displayStatus trackingInfo { company number url } }
    userErrors { field message }
  }
}`;

export const refund = `mutation Refund($input: RefundInput!, $key: String!) {
  refundCreate(input: $input) @idempotent(key: $key) {
    refund { id totalRefundedSet { ${money} } refundLineItems(first: 10) { nodes { quantity restockType restocked } } }
    order { id displayFinancialStatus }
    userErrors { field message }
  }
}`;

export const shopQuery = `query Shop {
  shop {
    id name email myshopifyDomain currencyCode ianaTimezone
    plan { publicDisplayName shopifyPlus partnerDevelopment }
    primaryDomain { host url } shopAddress { countryCodeV2 }
  }
  currentAppInstallation { accessScopes { handle } }
}`;

export const locationsQuery = `query Locations {
  locations(first: 10) { nodes { id name isActive fulfillsOnlineOrders shipsInventory isFulfillmentService address { city countryCode } } }
}`;

export const subscribe = `mutation Subscribe($topic: WebhookSubscriptionTopic!, $uri: String!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: { uri: $uri, format: JSON }) {
    webhookSubscription { id topic uri format }
    userErrors { field message }
  }
}`;

export const updateProduct = `mutation Update($product: ProductUpdateInput!) {
  productUpdate(product: $product) { product { id title status updatedAt } userErrors { field message } } }`;

export const updateVariants = `mutation Prices($productId: ID!, $variants: [ProductVariantsBulkInput!]!, $partly: Boolean) {
  productVariantsBulkUpdate(productId: $productId, variants: $variants, allowPartialUpdates: $partly) {
    product { id } productVariants { id price compareAtPrice } userErrors { code field message } } }`;

export const deleteProduct = `mutation Delete($input: ProductDeleteInput!) {
  productDelete(input: $input, synchronous: true) { deletedProductId userErrors { field message } } }`;

export const runBulk = `mutation Bulk($query: String!) {
  bulkOperationRunQuery(query: $query, groupObjects: false) { bulkOperation { id status type } userErrors { code field message } } }`;

export const bulkRead = `query Bulk($id: ID!) {
  bulkOperation(id: $id) { id status errorCode objectCount rootObjectCount fileSize url partialDataUrl } }`;

const returnFields = `id name status createdAt requestApprovedAt closedAt totalQuantity decline { reason note } order { id name returnStatus }
  returnLineItems(first: 10) { nodes { id quantity processedQuantity unprocessedQuantity processableQuantity refundableQuantity refundedQuantity
      returnReasonDefinition { id handle name } returnReasonNote customerNote
      ... on ReturnLineItem { fulfillmentLineItem { id quantity lineItem { id sku } } withCodeDiscountedTotalPriceSet { shopMoney { amount currencyCode } } } } }
  refunds(first: 5) { nodes { id totalRefundedSet { shopMoney { amount } } } }
  reverseFulfillmentOrders(first: 5) { nodes { id status lineItems(first: 10) { nodes { id totalQuantity fulfillmentLineItem { id } } } } }`;
const returnErrors = 'userErrors { code field message }';

export const returnsOfOrders = `query Returns($q: String) {
  orders(first: 5, query: $q) { nodes { id name returnStatus returns(first: 5) { nodes { id status } } transactions(first: 1) { id }
    suggestedRefund(suggestFullRefund: true) { amountSet { shopMoney { amount } } maximumRefundableSet { shopMoney { amount } }
      suggestedTransactions { gateway kind amountSet { shopMoney { amount } } parentTransaction { id } } } } } }`;

export const readReturn = `query Return($id: ID!) { return(id: $id) { ${returnFields} } }`;

export const returnable = `query Returnable($id: ID!) {
  returnableFulfillments(orderId: $id, first: 5) { nodes { id fulfillment { id }
    returnableFulfillmentLineItems(first: 10) { nodes { quantity fulfillmentLineItem { id } } } } }
  returnReasonDefinitions(first: 20) { nodes { id handle name deleted } } }`;

export const createReturn = `mutation Create($input: ReturnInput!) { returnCreate(returnInput: $input) { return { ${returnFields} } ${returnErrors} } }`;
export const requestReturn = `mutation Request($input: ReturnRequestInput!) { returnRequest(input: $input) { return { ${returnFields} } ${returnErrors} } }`;
export const approveReturn = `mutation Approve($id: ID!) { returnApproveRequest(input: { id: $id }) { return { ${returnFields} } ${returnErrors} } }`;
export const declineReturn = `mutation Decline($id: ID!, $note: String) {
  returnDeclineRequest(input: { id: $id, declineReason: RETURN_PERIOD_ENDED, declineNote: $note }) { return { ${returnFields} } ${returnErrors} } }`;
export const processReturn = `mutation Process($input: ReturnProcessInput!) { returnProcess(input: $input) { return { ${returnFields} } ${returnErrors} } }`;
export const closeReturn = `mutation Close($id: ID!) { returnClose(id: $id) { return { id status } ${returnErrors} } }`;
export const cancelReturn = `mutation Cancel($id: ID!) { returnCancel(id: $id) { return { id status } ${returnErrors} } }`;
