import { buildSchema } from 'graphql';
import { bulkTypes } from './schema-bulk.ts';
import { fulfilmentTypes } from './schema-fulfilment.ts';
import { orderTypes } from './schema-orders.ts';
import { productWriteTypes } from './schema-product-writes.ts';
import { returnTypes } from './schema-returns.ts';
import { shopTypes } from './schema-shop.ts';
import { webhookTypes } from './schema-webhooks.ts';

const paging = 'first: Int, after: String, last: Int, before: String, reverse: Boolean = false';

/** What may be asked and done at the root, with the inputs and payloads of each operation. */
const operations = /* GraphQL */ `
  type QueryRoot {
    shop: Shop!
    currentAppInstallation: AppInstallation!
    node(id: ID!): Node
    nodes(ids: [ID!]!): [Node]!
    product(id: ID!): Product
    productByIdentifier(identifier: ProductIdentifierInput!): Product
    products(${paging}, query: String, sortKey: ProductSortKeys = ID): ProductConnection!
    productsCount(query: String, limit: Int = 10000): Count
    productVariant(id: ID!): ProductVariant
    productVariants(${paging}, query: String, sortKey: ProductVariantSortKeys = ID): ProductVariantConnection!
    productVariantsCount(query: String, limit: Int = 10000): Count
    inventoryItem(id: ID!): InventoryItem
    inventoryItems(${paging}, query: String): InventoryItemConnection!
    inventoryLevel(id: ID!): InventoryLevel
    location(id: ID): Location
    locations(${paging}, query: String, sortKey: LocationSortKeys = NAME, includeInactive: Boolean = false, includeLegacy: Boolean = false): LocationConnection!
    order(id: ID!): Order
    orders(${paging}, query: String, sortKey: OrderSortKeys = PROCESSED_AT): OrderConnection!
    ordersCount(query: String, limit: Int = 10000): Count
    fulfillmentOrder(id: ID!): FulfillmentOrder
    fulfillment(id: ID!): Fulfillment
    refund(id: ID!): Refund
    return(id: ID!): Return
    returnableFulfillments(${paging}, orderId: ID!): ReturnableFulfillmentConnection!
    returnReasonDefinitions(${paging}, handles: [String!]): ReturnReasonDefinitionConnection!
    job(id: ID!): Job
    bulkOperation(id: ID!): BulkOperation
    currentBulkOperation(type: BulkOperationType = QUERY): BulkOperation @deprecated(reason: "Use bulkOperations with status filter instead.")
    bulkOperations(${paging}, query: String, sortKey: BulkOperationsSortKeys = CREATED_AT): BulkOperationConnection!
    webhookSubscription(id: ID!): WebhookSubscription
    webhookSubscriptions(${paging}, query: String, sortKey: WebhookSubscriptionSortKeys = CREATED_AT, topics: [WebhookSubscriptionTopic!], uri: String, format: WebhookSubscriptionFormat): WebhookSubscriptionConnection!
  }

  type Mutation {
    inventorySetQuantities(input: InventorySetQuantitiesInput!): InventorySetQuantitiesPayload
    inventoryAdjustQuantities(input: InventoryAdjustQuantitiesInput!): InventoryAdjustQuantitiesPayload
    inventoryActivate(
      inventoryItemId: ID!
      locationId: ID!
      available: Int
    ): InventoryActivatePayload
    productUpdate(product: ProductUpdateInput): ProductUpdatePayload
    productDelete(input: ProductDeleteInput!, synchronous: Boolean = true): ProductDeletePayload
    productVariantsBulkUpdate(
      productId: ID!
      variants: [ProductVariantsBulkInput!]!
      allowPartialUpdates: Boolean = false
    ): ProductVariantsBulkUpdatePayload
    bulkOperationRunQuery(query: String!, groupObjects: Boolean! = false): BulkOperationRunQueryPayload
    bulkOperationCancel(id: ID!): BulkOperationCancelPayload
    orderCancel(
      orderId: ID!
      reason: OrderCancelReason!
      restock: Boolean!
      refundMethod: OrderCancelRefundMethodInput
      refund: Boolean
      notifyCustomer: Boolean = false
      staffNote: String = null
    ): OrderCancelPayload
    refundCreate(input: RefundInput!): RefundCreatePayload
    fulfillmentCreate(fulfillment: FulfillmentInput!, message: String): FulfillmentCreatePayload
    fulfillmentCancel(id: ID!): FulfillmentCancelPayload
    returnRequest(input: ReturnRequestInput!): ReturnRequestPayload
    returnCreate(returnInput: ReturnInput!): ReturnCreatePayload
    returnApproveRequest(input: ReturnApproveRequestInput!): ReturnApproveRequestPayload
    returnDeclineRequest(input: ReturnDeclineRequestInput!): ReturnDeclineRequestPayload
    returnProcess(input: ReturnProcessInput!): ReturnProcessPayload
    returnClose(id: ID!): ReturnClosePayload
    returnCancel(id: ID!): ReturnCancelPayload
    fulfillmentTrackingInfoUpdate(
      fulfillmentId: ID!
      trackingInfoInput: FulfillmentTrackingInput!
      notifyCustomer: Boolean
    ): FulfillmentTrackingInfoUpdatePayload
    webhookSubscriptionCreate(
      topic: WebhookSubscriptionTopic!
      webhookSubscription: WebhookSubscriptionInput!
    ): WebhookSubscriptionCreatePayload
    webhookSubscriptionUpdate(
      id: ID!
      webhookSubscription: WebhookSubscriptionInput!
    ): WebhookSubscriptionUpdatePayload
    webhookSubscriptionDelete(id: ID!): WebhookSubscriptionDeletePayload
  }

  input InventorySetQuantitiesInput {
    name: String!
    reason: String!
    referenceDocumentUri: String
    quantities: [InventoryQuantityInput!]!
  }
  input InventoryQuantityInput {
    inventoryItemId: ID!
    locationId: ID!
    quantity: Int!
    changeFromQuantity: Int
  }
  input InventoryAdjustQuantitiesInput {
    name: String!
    reason: String!
    referenceDocumentUri: String
    changes: [InventoryChangeInput!]!
  }
  input InventoryChangeInput {
    inventoryItemId: ID!
    locationId: ID!
    delta: Int!
    changeFromQuantity: Int
    ledgerDocumentUri: String
  }
  type InventoryAdjustmentGroup implements Node {
    id: ID!
    createdAt: DateTime!
    reason: String!
    referenceDocumentUri: String
    changes(inventoryItemIds: [ID!], locationIds: [ID!], quantityNames: [String!]): [InventoryChange!]!
  }
  type InventoryChange {
    name: String!
    delta: Int!
    quantityAfterChange: Int
    ledgerDocumentUri: String
    item: InventoryItem
    location: Location
  }
  type InventorySetQuantitiesPayload {
    inventoryAdjustmentGroup: InventoryAdjustmentGroup
    userErrors: [InventorySetQuantitiesUserError!]!
  }
  type InventorySetQuantitiesUserError {
    code: InventorySetQuantitiesUserErrorCode
    field: [String!]
    message: String!
  }
  enum InventorySetQuantitiesUserErrorCode {
    CHANGE_FROM_QUANTITY_STALE
    IDEMPOTENCY_CONCURRENT_REQUEST
    IDEMPOTENCY_KEY_PARAMETER_MISMATCH
    IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED
    INVALID_INVENTORY_ITEM
    INVALID_LOCATION
    INVALID_NAME
    INVALID_QUANTITY_NEGATIVE
    INVALID_QUANTITY_TOO_HIGH
    INVALID_QUANTITY_TOO_LOW
    INVALID_REASON
    NON_MUTABLE_INVENTORY_ITEM
    NO_DUPLICATE_INVENTORY_ITEM_ID_GROUP_ID_PAIR
  }
  type InventoryAdjustQuantitiesPayload {
    inventoryAdjustmentGroup: InventoryAdjustmentGroup
    userErrors: [InventoryAdjustQuantitiesUserError!]!
  }
  type InventoryAdjustQuantitiesUserError {
    code: InventoryAdjustQuantitiesUserErrorCode
    field: [String!]
    message: String!
  }
  enum InventoryAdjustQuantitiesUserErrorCode {
    CHANGE_FROM_QUANTITY_STALE
    IDEMPOTENCY_CONCURRENT_REQUEST
    IDEMPOTENCY_KEY_PARAMETER_MISMATCH
    IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED
    INVALID_AVAILABLE_DOCUMENT
    INVALID_INVENTORY_ITEM
    INVALID_LOCATION
    INVALID_QUANTITY_DOCUMENT
    INVALID_QUANTITY_NAME
    INVALID_QUANTITY_TOO_HIGH
    INVALID_QUANTITY_TOO_LOW
    INVALID_REASON
    NON_MUTABLE_INVENTORY_ITEM
  }

  input OrderCancelRefundMethodInput @oneOf {
    originalPaymentMethodsRefund: Boolean
    storeCreditRefund: OrderCancelStoreCreditRefundInput
  }
  input OrderCancelStoreCreditRefundInput {
    expiresAt: DateTime
  }
  type OrderCancelPayload {
    job: Job
    jobResult: OrderCancelJobResult
    orderCancelUserErrors: [OrderCancelUserError!]!
    userErrors: [UserError!]! @deprecated(reason: "Use orderCancelUserErrors.")
  }
  type OrderCancelJobResult implements Node {
    id: ID!
    done: Boolean!
    status: OrderCancelStatus!
    errors: [OrderCancelUserError!]!
    order: Order
  }
  enum OrderCancelStatus {
    STARTED
    SUCCEEDED
    FAILED
  }
  type OrderCancelUserError {
    code: OrderCancelUserErrorCode
    field: [String!]
    message: String!
  }
  enum OrderCancelUserErrorCode {
    INTERNAL_ERROR
    INVALID
    NOT_FOUND
    NO_REFUND_PERMISSION
  }
  type Job {
    id: ID!
    done: Boolean!
  }

  input RefundInput {
    orderId: ID!
    note: String
    notify: Boolean
    currency: CurrencyCode
    allowOverRefunding: Boolean = false
    refundLineItems: [RefundLineItemInput!]
    shipping: ShippingRefundInput
    transactions: [OrderTransactionInput!]
  }
  input RefundLineItemInput {
    lineItemId: ID!
    quantity: Int!
    restockType: RefundLineItemRestockType
    locationId: ID
  }
  input ShippingRefundInput {
    amount: Money
    fullRefund: Boolean
  }
  input OrderTransactionInput {
    orderId: ID!
    parentId: ID
    kind: OrderTransactionKind!
    gateway: String!
    amount: Money!
  }
  type RefundCreatePayload {
    refund: Refund
    order: Order
    userErrors: [UserError!]!
  }

  input FulfillmentInput {
    lineItemsByFulfillmentOrder: [FulfillmentOrderLineItemsInput!]!
    trackingInfo: FulfillmentTrackingInput
    notifyCustomer: Boolean = false
    originAddress: FulfillmentOriginAddressInput
  }
  input FulfillmentOriginAddressInput {
    address1: String
    address2: String
    city: String
    countryCode: String!
    provinceCode: String
    zip: String
  }
  input FulfillmentOrderLineItemsInput {
    fulfillmentOrderId: ID!
    fulfillmentOrderLineItems: [FulfillmentOrderLineItemInput!]
  }
  input FulfillmentOrderLineItemInput {
    id: ID!
    quantity: Int!
  }
  input FulfillmentTrackingInput {
    company: String
    number: String
    numbers: [String!]
    url: URL
    urls: [URL!]
  }
  type FulfillmentTrackingInfoUpdatePayload {
    fulfillment: Fulfillment
    userErrors: [UserError!]!
  }
  type FulfillmentCancelPayload {
    fulfillment: Fulfillment
    userErrors: [UserError!]!
  }
  type FulfillmentCreatePayload {
    fulfillment: Fulfillment
    userErrors: [UserError!]!
  }

  schema {
    query: QueryRoot
    mutation: Mutation
  }
`;

/** The sandbox's own small reading of the Admin API 2026-10. A test holds it against the vendor's schema. */
export const schema = buildSchema(
  [
    shopTypes,
    productWriteTypes,
    orderTypes,
    fulfilmentTypes,
    returnTypes,
    bulkTypes,
    webhookTypes,
    operations,
  ].join('\n'),
);
