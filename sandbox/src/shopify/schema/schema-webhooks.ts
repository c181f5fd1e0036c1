/** The part of the schema for webhook subscriptions that the sandbox answers. Names are the Admin API's. */
export const webhookTypes = /* GraphQL */ `
  type WebhookSubscription implements Node {
    id: ID!
    legacyResourceId: UnsignedInt64!
    topic: WebhookSubscriptionTopic!
    uri: String!
    callbackUrl: URL! @deprecated(reason: "Use uri.")
    endpoint: WebhookSubscriptionEndpoint! @deprecated(reason: "Use uri.")
    apiVersion: ApiVersion!
    metafieldNamespaces: [String!]!
    metafields: [WebhookSubscriptionMetafieldIdentifier!]!
    format: WebhookSubscriptionFormat!
    includeFields: [String!]!
    filter: String
    name: String
    createdAt: DateTime!
    updatedAt: DateTime!
  }
  union WebhookSubscriptionEndpoint = WebhookEventBridgeEndpoint | WebhookHttpEndpoint | WebhookPubSubEndpoint
  type WebhookEventBridgeEndpoint {
    arn: ARN!
  }
  type WebhookHttpEndpoint {
    callbackUrl: URL!
  }
  type WebhookPubSubEndpoint {
    pubSubProject: String!
    pubSubTopic: String!
  }
  type ApiVersion {
    displayName: String!
    handle: String!
    supported: Boolean!
  }
  type WebhookSubscriptionMetafieldIdentifier {
    key: String!
    namespace: String!
  }
  input HasMetafieldsMetafieldIdentifierInput {
    key: String!
    namespace: String
  }
  type WebhookSubscriptionConnection {
    edges: [WebhookSubscriptionEdge!]!
    nodes: [WebhookSubscription!]!
    pageInfo: PageInfo!
  }
  type WebhookSubscriptionEdge {
    cursor: String!
    node: WebhookSubscription!
  }
  enum WebhookSubscriptionSortKeys {
    CREATED_AT
    ID
  }
  enum WebhookSubscriptionFormat {
    JSON
    XML
  }
  enum WebhookSubscriptionTopic {
    APP_SCOPES_UPDATE
    APP_UNINSTALLED
    BULK_OPERATIONS_FINISH
    FULFILLMENTS_CREATE
    FULFILLMENTS_UPDATE
    INVENTORY_ITEMS_UPDATE
    INVENTORY_LEVELS_CONNECT
    INVENTORY_LEVELS_DISCONNECT
    INVENTORY_LEVELS_UPDATE
    LOCATIONS_CREATE
    LOCATIONS_UPDATE
    ORDERS_CANCELLED
    ORDERS_CREATE
    ORDERS_DELETE
    ORDERS_EDITED
    ORDERS_FULFILLED
    ORDERS_PAID
    ORDERS_PARTIALLY_FULFILLED
    ORDERS_UPDATED
    PRODUCTS_CREATE
    PRODUCTS_DELETE
    PRODUCTS_UPDATE
    REFUNDS_CREATE
    RETURNS_APPROVE
    RETURNS_CANCEL
    RETURNS_CLOSE
    RETURNS_DECLINE
    RETURNS_PROCESS
    RETURNS_REQUEST
    SHOP_UPDATE
  }
  input WebhookSubscriptionInput {
    uri: String
    callbackUrl: URL
    format: WebhookSubscriptionFormat
    filter: String
    includeFields: [String!]
    metafieldNamespaces: [String!]
    metafields: [HasMetafieldsMetafieldIdentifierInput!]
    name: String
  }
  type WebhookSubscriptionCreatePayload {
    webhookSubscription: WebhookSubscription
    userErrors: [UserError!]!
  }
  type WebhookSubscriptionUpdatePayload {
    webhookSubscription: WebhookSubscription
    userErrors: [UserError!]!
  }
  type WebhookSubscriptionDeletePayload {
    deletedWebhookSubscriptionId: ID
    userErrors: [UserError!]!
  }
`;
