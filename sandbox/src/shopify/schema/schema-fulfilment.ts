/** The part of the schema for fulfilments that the sandbox answers. Names are the Admin API's. */
export const fulfilmentTypes = /* GraphQL */ `
  type FulfillmentOrder implements Node {
    id: ID!
    orderId: ID!
    orderName: String!
    status: FulfillmentOrderStatus!
    requestStatus: FulfillmentOrderRequestStatus!
    assignedLocation: FulfillmentOrderAssignedLocation!
    supportedActions: [FulfillmentOrderSupportedAction!]!
    createdAt: DateTime!
    updatedAt: DateTime!
    lineItems(
      first: Int
      after: String
      last: Int
      before: String
      reverse: Boolean = false
    ): FulfillmentOrderLineItemConnection!
  }
  type FulfillmentOrderConnection {
    edges: [FulfillmentOrderEdge!]!
    nodes: [FulfillmentOrder!]!
    pageInfo: PageInfo!
  }
  type FulfillmentOrderEdge {
    cursor: String!
    node: FulfillmentOrder!
  }
  enum FulfillmentOrderStatus {
    CANCELLED
    CLOSED
    INCOMPLETE
    IN_PROGRESS
    ON_HOLD
    OPEN
    SCHEDULED
  }
  enum FulfillmentOrderRequestStatus {
    ACCEPTED
    CANCELLATION_ACCEPTED
    CANCELLATION_REJECTED
    CANCELLATION_REQUESTED
    CLOSED
    REJECTED
    SUBMITTED
    UNSUBMITTED
  }
  type FulfillmentOrderAssignedLocation {
    name: String!
    location: Location
    countryCode: CountryCode!
  }
  type FulfillmentOrderSupportedAction {
    action: FulfillmentOrderAction!
  }
  enum FulfillmentOrderAction {
    CANCEL_FULFILLMENT_ORDER
    CREATE_FULFILLMENT
    EXTERNAL
    HOLD
    MARK_AS_OPEN
    MERGE
    MOVE
    RELEASE_HOLD
    REPORT_PROGRESS
    REQUEST_CANCELLATION
    REQUEST_FULFILLMENT
    SPLIT
  }
  type FulfillmentOrderLineItem implements Node {
    id: ID!
    sku: String
    totalQuantity: Int!
    remainingQuantity: Int!
    lineItem: LineItem!
    variant: ProductVariant
  }
  type FulfillmentOrderLineItemConnection {
    edges: [FulfillmentOrderLineItemEdge!]!
    nodes: [FulfillmentOrderLineItem!]!
    pageInfo: PageInfo!
  }
  type FulfillmentOrderLineItemEdge {
    cursor: String!
    node: FulfillmentOrderLineItem!
  }

  type Fulfillment implements Node {
    id: ID!
    name: String!
    status: FulfillmentStatus!
    displayStatus: FulfillmentDisplayStatus
    createdAt: DateTime!
    updatedAt: DateTime!
    deliveredAt: DateTime
    totalQuantity: Int!
    requiresShipping: Boolean!
    order: Order!
    location: Location
    trackingInfo(first: Int): [FulfillmentTrackingInfo!]!
    fulfillmentLineItems(
      first: Int
      after: String
      last: Int
      before: String
      reverse: Boolean = false
    ): FulfillmentLineItemConnection!
  }
  enum FulfillmentStatus {
    CANCELLED
    ERROR
    FAILURE
    OPEN
    PENDING
    SUCCESS
  }
  enum FulfillmentDisplayStatus {
    CANCELED
    DELIVERED
    FAILURE
    FULFILLED
    IN_TRANSIT
  }
  type FulfillmentTrackingInfo {
    company: String
    number: String
    url: URL
  }
  type FulfillmentLineItem implements Node {
    id: ID!
    quantity: Int
    lineItem: LineItem!
  }
  type FulfillmentLineItemConnection {
    edges: [FulfillmentLineItemEdge!]!
    nodes: [FulfillmentLineItem!]!
    pageInfo: PageInfo!
  }
  type FulfillmentLineItemEdge {
    cursor: String!
    node: FulfillmentLineItem!
  }
`;
