import type { GraphqlDocument } from './documents.ts';

/* What ships, cancels and refunds an order (shopify.md 5, 6). */

const toSend =
  '{ nodes { id totalQuantity remainingQuantity lineItem { id } } pageInfo { hasNextPage endCursor } }';

/** shopify.md 4, 5: what is left to send of an order, by place. */
export const fulfillmentOrdersDocument: GraphqlDocument = {
  cost: 60,
  text: `query FulfillmentOrders($id: ID!, $after: String) {
  order(id: $id) {
    id name cancelledAt
    fulfillmentOrders(first: 10, after: $after) {
      nodes {
        id status
        assignedLocation { name location { id } }
        supportedActions { action }
        lineItems(first: 50) ${toSend}
      }
      pageInfo { hasNextPage endCursor }
    }
  }
}`,
};

/** What is left to send of one place, beyond the first fifty lines. */
export const moreToSendDocument: GraphqlDocument = {
  cost: 25,
  text: `query MoreToSend($id: ID!, $after: String) {
  fulfillmentOrder(id: $id) { lineItems(first: 250, after: $after) ${toSend} }
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

const bothMonies = '{ shopMoney { amount currencyCode } presentmentMoney { amount currencyCode } }';

/** shopify.md 6: what was paid and not yet given back of an order, the delivery in it, and the payments to give it back by. */
export const refundableDocument: GraphqlDocument = {
  cost: 5,
  text: `query Refundable($id: ID!) {
  order(id: $id) {
    id
    netPaymentSet ${bothMonies}
    suggestedRefund(suggestFullRefund: true) {
      shipping { maximumRefundableSet ${bothMonies} }
      suggestedTransactions { gateway parentTransaction { id } maximumRefundableSet ${bothMonies} }
    }
  }
}`,
};

/** shopify.md 6: money alone; nothing is restocked by it. The key makes a repeated call the same refund. */
export const refundDocument: GraphqlDocument = {
  cost: 13,
  text: `mutation GiveBack($input: RefundInput!, $key: String!) {
  refundCreate(input: $input) @idempotent(key: $key) {
    refund { id }
    userErrors { field message }
  }
}`,
};

/** shopify.md 6. */
export const jobDocument: GraphqlDocument = {
  cost: 1,
  text: `query Job($id: ID!) { job(id: $id) { id done } }`,
};
