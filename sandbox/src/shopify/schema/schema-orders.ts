/** The part of the schema for orders and their mutations that the sandbox answers. Names are the Admin API's. */
export const orderTypes = /* GraphQL */ `
  type Order implements Node {
    id: ID!
    legacyResourceId: UnsignedInt64!
    name: String!
    number: Int!
    confirmationNumber: String
    createdAt: DateTime!
    updatedAt: DateTime!
    processedAt: DateTime!
    cancelledAt: DateTime
    cancelReason: OrderCancelReason
    closed: Boolean!
    closedAt: DateTime
    confirmed: Boolean!
    test: Boolean!
    displayFinancialStatus: OrderDisplayFinancialStatus
    displayFulfillmentStatus: OrderDisplayFulfillmentStatus!
    returnStatus: OrderReturnStatus!
    fullyPaid: Boolean!
    unpaid: Boolean!
    restockable: Boolean!
    refundable: Boolean!
    currencyCode: CurrencyCode!
    email: String
    phone: String
    note: String
    tags: [String!]!
    sourceName: String
    paymentGatewayNames: [String!]!
    subtotalLineItemsQuantity: Int!
    currentSubtotalLineItemsQuantity: Int!
    totalPriceSet: MoneyBag!
    subtotalPriceSet: MoneyBag
    totalShippingPriceSet: MoneyBag!
    totalTaxSet: MoneyBag
    taxesIncluded: Boolean!
    totalTipReceivedSet: MoneyBag!
    totalDiscountsSet: MoneyBag
    totalRefundedSet: MoneyBag!
    totalReceivedSet: MoneyBag!
    totalOutstandingSet: MoneyBag!
    netPaymentSet: MoneyBag!
    currentTotalPriceSet: MoneyBag!
    shippingAddress: MailingAddress
    billingAddress: MailingAddress
    customer: Customer
    shippingLine: ShippingLine
    lineItems(
      first: Int
      after: String
      last: Int
      before: String
      reverse: Boolean = false
    ): LineItemConnection!
    fulfillmentOrders(
      first: Int
      after: String
      last: Int
      before: String
      query: String
      reverse: Boolean = false
      displayable: Boolean = false
    ): FulfillmentOrderConnection!
    fulfillments(first: Int, query: String): [Fulfillment!]!
    transactions(first: Int): [OrderTransaction!]!
    refunds(first: Int): [Refund!]!
    returns(first: Int, after: String, last: Int, before: String, reverse: Boolean = false): ReturnConnection!
    suggestedRefund(
      refundLineItems: [RefundLineItemInput!]
      refundShipping: Boolean
      shippingAmount: Money
      suggestFullRefund: Boolean = false
    ): SuggestedRefund
  }
  type OrderConnection {
    edges: [OrderEdge!]!
    nodes: [Order!]!
    pageInfo: PageInfo!
  }
  type OrderEdge {
    cursor: String!
    node: Order!
  }
  enum OrderSortKeys {
    CREATED_AT
    ID
    ORDER_NUMBER
    PROCESSED_AT
    RELEVANCE
    TOTAL_PRICE
    UPDATED_AT
  }
  enum OrderCancelReason {
    CUSTOMER
    DECLINED
    FRAUD
    INVENTORY
    OTHER
    STAFF
  }
  enum OrderDisplayFinancialStatus {
    AUTHORIZED
    EXPIRED
    PAID
    PARTIALLY_PAID
    PARTIALLY_REFUNDED
    PENDING
    REFUNDED
    VOIDED
  }
  enum OrderDisplayFulfillmentStatus {
    FULFILLED
    FULFILLMENT_NOT_REQUIRED
    IN_PROGRESS
    ON_HOLD
    OPEN
    PARTIALLY_FULFILLED
    PENDING_FULFILLMENT
    REQUEST_DECLINED
    RESTOCKED
    SCHEDULED
    UNFULFILLED
  }
  enum OrderReturnStatus {
    INSPECTION_COMPLETE
    IN_PROGRESS
    NO_RETURN
    RETURNED
    RETURN_FAILED
    RETURN_REQUESTED
  }

  type MailingAddress implements Node {
    id: ID!
    name: String
    firstName: String
    lastName: String
    company: String
    address1: String
    address2: String
    city: String
    province: String
    provinceCode: String
    zip: String
    country: String
    countryCodeV2: CountryCode
    phone: String
  }
  type Customer implements Node {
    id: ID!
    displayName: String!
    firstName: String
    lastName: String
    email: String
    phone: String
  }
  type ShippingLine {
    id: ID
    title: String!
    code: String
  }

  type LineItem implements Node {
    id: ID!
    title: String!
    name: String!
    variantTitle: String
    sku: String
    vendor: String
    quantity: Int!
    currentQuantity: Int!
    unfulfilledQuantity: Int!
    refundableQuantity: Int!
    nonFulfillableQuantity: Int!
    requiresShipping: Boolean!
    restockable: Boolean!
    taxable: Boolean!
    originalUnitPriceSet: MoneyBag!
    originalTotalSet: MoneyBag!
    discountedUnitPriceSet: MoneyBag!
    discountedTotalSet(withCodeDiscounts: Boolean = false): MoneyBag!
    totalDiscountSet: MoneyBag!
    variant: ProductVariant
    product: Product
    image: Image
  }
  type LineItemConnection {
    edges: [LineItemEdge!]!
    nodes: [LineItem!]!
    pageInfo: PageInfo!
  }
  type LineItemEdge {
    cursor: String!
    node: LineItem!
  }

  type OrderTransaction implements Node {
    id: ID!
    kind: OrderTransactionKind!
    status: OrderTransactionStatus!
    gateway: String
    amountSet: MoneyBag!
    createdAt: DateTime!
    parentTransaction: OrderTransaction
  }
  type OrderTransactionConnection {
    edges: [OrderTransactionEdge!]!
    nodes: [OrderTransaction!]!
    pageInfo: PageInfo!
  }
  type OrderTransactionEdge {
    cursor: String!
    node: OrderTransaction!
  }
  enum OrderTransactionKind {
    AUTHORIZATION
    CAPTURE
    CHANGE
    EMV_AUTHORIZATION
    REFUND
    SALE
    SUGGESTED_REFUND
    VOID
  }
  enum OrderTransactionStatus {
    AWAITING_RESPONSE
    ERROR
    FAILURE
    PENDING
    SUCCESS
    UNKNOWN
  }

  type Refund implements Node {
    id: ID!
    legacyResourceId: UnsignedInt64!
    note: String
    createdAt: DateTime
    processedAt: DateTime!
    updatedAt: DateTime!
    order: Order!
    totalRefundedSet: MoneyBag!
    refundLineItems(
      first: Int
      after: String
      last: Int
      before: String
      reverse: Boolean = false
    ): RefundLineItemConnection!
    transactions(
      first: Int
      after: String
      last: Int
      before: String
      reverse: Boolean = false
    ): OrderTransactionConnection!
  }
  type RefundLineItem {
    id: ID
    lineItem: LineItem!
    location: Location
    quantity: Int!
    restockType: RefundLineItemRestockType!
    restocked: Boolean!
    priceSet: MoneyBag!
    subtotalSet: MoneyBag!
  }
  type RefundLineItemConnection {
    edges: [RefundLineItemEdge!]!
    nodes: [RefundLineItem!]!
    pageInfo: PageInfo!
  }
  type RefundLineItemEdge {
    cursor: String!
    node: RefundLineItem!
  }
  enum RefundLineItemRestockType {
    CANCEL
    LEGACY_RESTOCK
    NO_RESTOCK
    RETURN
  }
`;
