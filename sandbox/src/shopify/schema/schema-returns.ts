const paging = 'first: Int, after: String, last: Int, before: String, reverse: Boolean = false';

/** Returns and what a refund would be. Names are the Admin API's. */
export const returnTypes = /* GraphQL */ `
  type Return implements Node {
    id: ID!
    name: String!
    status: ReturnStatus!
    createdAt: DateTime!
    requestApprovedAt: DateTime
    closedAt: DateTime
    decline: ReturnDecline
    order: Order!
    totalQuantity: Int!
    returnLineItems(${paging}): ReturnLineItemTypeConnection!
    refunds(${paging}): RefundConnection!
    reverseFulfillmentOrders(${paging}): ReverseFulfillmentOrderConnection!
  }
  type RefundConnection { edges: [RefundEdge!]! nodes: [Refund!]! pageInfo: PageInfo! }
  type RefundEdge { cursor: String! node: Refund! }
  type ReturnConnection { edges: [ReturnEdge!]! nodes: [Return!]! pageInfo: PageInfo! }
  type ReturnEdge { cursor: String! node: Return! }
  enum ReturnStatus { CANCELED CLOSED DECLINED OPEN REQUESTED }
  type ReturnDecline { note: String reason: ReturnDeclineReason! }
  enum ReturnDeclineReason { FINAL_SALE OTHER RETURN_PERIOD_ENDED }

  interface ReturnLineItemType implements Node {
    id: ID!
    quantity: Int!
    processableQuantity: Int!
    processedQuantity: Int!
    unprocessedQuantity: Int!
    refundableQuantity: Int!
    refundedQuantity: Int!
    returnReason: ReturnReason! @deprecated(reason: "Use returnReasonDefinition instead.")
    returnReasonDefinition: ReturnReasonDefinition
    returnReasonNote: String!
    customerNote: String
  }
  type ReturnLineItem implements Node & ReturnLineItemType {
    id: ID!
    quantity: Int!
    processableQuantity: Int!
    processedQuantity: Int!
    unprocessedQuantity: Int!
    refundableQuantity: Int!
    refundedQuantity: Int!
    returnReason: ReturnReason! @deprecated(reason: "Use returnReasonDefinition instead.")
    returnReasonDefinition: ReturnReasonDefinition
    returnReasonNote: String!
    customerNote: String
    fulfillmentLineItem: FulfillmentLineItem!
    withCodeDiscountedTotalPriceSet: MoneyBag!
  }
  type ReturnLineItemTypeConnection { edges: [ReturnLineItemTypeEdge!]! nodes: [ReturnLineItemType!]! pageInfo: PageInfo! }
  type ReturnLineItemTypeEdge { cursor: String! node: ReturnLineItemType! }
  enum ReturnReason { COLOR DEFECTIVE NOT_AS_DESCRIBED OTHER SIZE_TOO_LARGE SIZE_TOO_SMALL STYLE UNKNOWN UNWANTED WRONG_ITEM }
  type ReturnReasonDefinition implements Node { id: ID! handle: String! name: String! deleted: Boolean! }
  type ReturnReasonDefinitionConnection { edges: [ReturnReasonDefinitionEdge!]! nodes: [ReturnReasonDefinition!]! pageInfo: PageInfo! }
  type ReturnReasonDefinitionEdge { cursor: String! node: ReturnReasonDefinition! }

  type ReverseFulfillmentOrder implements Node {
    id: ID!
    status: ReverseFulfillmentOrderStatus!
    order: Order
    lineItems(${paging}): ReverseFulfillmentOrderLineItemConnection!
  }
  type ReverseFulfillmentOrderConnection { edges: [ReverseFulfillmentOrderEdge!]! nodes: [ReverseFulfillmentOrder!]! pageInfo: PageInfo! }
  type ReverseFulfillmentOrderEdge { cursor: String! node: ReverseFulfillmentOrder! }
  enum ReverseFulfillmentOrderStatus { CANCELED CLOSED OPEN }
  type ReverseFulfillmentOrderLineItem implements Node { id: ID! totalQuantity: Int! fulfillmentLineItem: FulfillmentLineItem dispositions: [ReverseFulfillmentOrderDisposition!]! }
  type ReverseFulfillmentOrderDisposition implements Node { id: ID! createdAt: DateTime! location: Location quantity: Int! type: ReverseFulfillmentOrderDispositionType! }
  type ReverseFulfillmentOrderLineItemConnection { edges: [ReverseFulfillmentOrderLineItemEdge!]! nodes: [ReverseFulfillmentOrderLineItem!]! pageInfo: PageInfo! }
  type ReverseFulfillmentOrderLineItemEdge { cursor: String! node: ReverseFulfillmentOrderLineItem! }

  type ReturnableFulfillment implements Node {
    id: ID!
    fulfillment: Fulfillment!
    returnableFulfillmentLineItems(${paging}): ReturnableFulfillmentLineItemConnection!
  }
  type ReturnableFulfillmentConnection { edges: [ReturnableFulfillmentEdge!]! nodes: [ReturnableFulfillment!]! pageInfo: PageInfo! }
  type ReturnableFulfillmentEdge { cursor: String! node: ReturnableFulfillment! }
  type ReturnableFulfillmentLineItem { fulfillmentLineItem: FulfillmentLineItem! quantity: Int! }
  type ReturnableFulfillmentLineItemConnection { edges: [ReturnableFulfillmentLineItemEdge!]! nodes: [ReturnableFulfillmentLineItem!]! pageInfo: PageInfo! }
  type ReturnableFulfillmentLineItemEdge { cursor: String! node: ReturnableFulfillmentLineItem! }

  input ReturnRequestInput { orderId: ID! returnLineItems: [ReturnRequestLineItemInput!]! }
  input ReturnRequestLineItemInput {
    fulfillmentLineItemId: ID!
    quantity: Int!
    customerNote: String
    returnReason: ReturnReason @deprecated(reason: "Use returnReasonDefinitionId instead.")
    returnReasonDefinitionId: ID
  }
  input ReturnInput { orderId: ID! returnLineItems: [ReturnLineItemInput!]! requestedAt: DateTime }
  input ReturnLineItemInput {
    fulfillmentLineItemId: ID!
    quantity: Int!
    returnReason: ReturnReason @deprecated(reason: "Use returnReasonDefinitionId instead.")
    returnReasonDefinitionId: ID
    returnReasonNote: String = ""
  }
  input ReturnApproveRequestInput { id: ID! notifyCustomer: Boolean = false }
  input ReturnDeclineRequestInput { id: ID! declineReason: ReturnDeclineReason! declineNote: String notifyCustomer: Boolean = false }
  input ReturnProcessInput {
    returnId: ID!
    returnLineItems: [ReturnProcessReturnLineItemInput!] = []
    financialTransfer: ReturnProcessFinancialTransferInput
    note: String
    notifyCustomer: Boolean = false
    refundShipping: RefundShippingInput
  }
  input ReturnProcessReturnLineItemInput { id: ID! quantity: Int! dispositions: [ReverseFulfillmentOrderDisposeInput!] }
  input ReverseFulfillmentOrderDisposeInput {
    reverseFulfillmentOrderLineItemId: ID!
    quantity: Int!
    dispositionType: ReverseFulfillmentOrderDispositionType!
    locationId: ID
  }
  enum ReverseFulfillmentOrderDispositionType { MISSING NOT_RESTOCKED PROCESSING_REQUIRED RESTOCKED }
  input ReturnProcessFinancialTransferInput @oneOf { issueRefund: ReturnProcessRefundInput }
  input ReturnProcessRefundInput { orderTransactions: [ReturnRefundOrderTransactionInput!]! allowOverRefunding: Boolean = false }
  input ReturnRefundOrderTransactionInput { parentId: ID! transactionAmount: MoneyInput! }
  input RefundShippingInput { fullRefund: Boolean = false shippingRefundAmount: MoneyInput }
  input MoneyInput { amount: Decimal! currencyCode: CurrencyCode! }

  type ReturnRequestPayload { return: Return userErrors: [ReturnUserError!]! }
  type ReturnCreatePayload { return: Return userErrors: [ReturnUserError!]! }
  type ReturnApproveRequestPayload { return: Return userErrors: [ReturnUserError!]! }
  type ReturnDeclineRequestPayload { return: Return userErrors: [ReturnUserError!]! }
  type ReturnProcessPayload { return: Return userErrors: [ReturnUserError!]! }
  type ReturnClosePayload { return: Return userErrors: [ReturnUserError!]! }
  type ReturnCancelPayload { return: Return userErrors: [ReturnUserError!]! }
  type ReturnUserError { code: ReturnErrorCode field: [String!] message: String! }
  enum ReturnErrorCode { BLANK CREATION_FAILED INVALID INVALID_STATE NOT_FOUND }

  type SuggestedRefund {
    amountSet: MoneyBag!
    subtotalSet: MoneyBag!
    totalTaxSet: MoneyBag!
    maximumRefundableSet: MoneyBag!
    shipping: ShippingRefund!
    suggestedTransactions: [SuggestedOrderTransaction!]!
  }
  type ShippingRefund { amountSet: MoneyBag! maximumRefundableSet: MoneyBag! taxSet: MoneyBag! }
  type SuggestedOrderTransaction {
    amountSet: MoneyBag!
    maximumRefundableSet: MoneyBag
    gateway: String
    formattedGateway: String
    kind: SuggestedOrderTransactionKind!
    parentTransaction: OrderTransaction
  }
  enum SuggestedOrderTransactionKind { SUGGESTED_REFUND }
`;
