/** The part of the schema for the shop, its products and its stock that the sandbox answers. Names are the Admin API's. */
export const shopTypes = /* GraphQL */ `
  scalar ARN
  scalar DateTime
  scalar Decimal
  scalar HTML
  scalar Money
  scalar URL
  scalar UnsignedInt64

  directive @idempotent(key: String!) on FIELD

  interface Node {
    id: ID!
  }

  type PageInfo {
    hasNextPage: Boolean!
    hasPreviousPage: Boolean!
    startCursor: String
    endCursor: String
  }

  type Count {
    count: Int!
    precision: CountPrecision!
  }
  enum CountPrecision {
    EXACT
    AT_LEAST
  }

  type UserError {
    field: [String!]
    message: String!
  }

  type MoneyV2 {
    amount: Decimal!
    currencyCode: CurrencyCode!
  }
  type MoneyBag {
    shopMoney: MoneyV2!
    presentmentMoney: MoneyV2!
  }
  enum CurrencyCode {
    SGD
    MYR
    USD
    IDR
    THB
    PHP
    VND
    TWD
    HKD
    AUD
    EUR
    GBP
    JPY
  }
  enum CountryCode {
    SG
    MY
    ID
    TH
    PH
    VN
    TW
    HK
    AU
    US
    GB
    JP
  }

  type Shop implements Node {
    id: ID!
    name: String!
    email: String!
    contactEmail: String!
    myshopifyDomain: String!
    url: URL!
    currencyCode: CurrencyCode!
    ianaTimezone: String!
    createdAt: DateTime!
    plan: ShopPlan!
    primaryDomain: Domain!
    shopAddress: ShopAddress!
  }
  type ShopPlan {
    publicDisplayName: String!
    shopifyPlus: Boolean!
    partnerDevelopment: Boolean!
  }
  type Domain implements Node {
    id: ID!
    host: String!
    url: URL!
    sslEnabled: Boolean!
  }
  type ShopAddress implements Node {
    id: ID!
    address1: String
    city: String
    zip: String
    country: String
    countryCodeV2: CountryCode
  }

  type AppInstallation implements Node {
    id: ID!
    accessScopes: [AccessScope!]!
  }
  type AccessScope {
    handle: String!
    description: String!
  }

  type Product implements Node {
    id: ID!
    legacyResourceId: UnsignedInt64!
    title: String!
    handle: String!
    description(truncateAt: Int): String!
    descriptionHtml: HTML!
    status: ProductStatus!
    vendor: String!
    productType: String!
    tags: [String!]!
    totalInventory: Int!
    tracksInventory: Boolean!
    hasOnlyDefaultVariant: Boolean!
    createdAt: DateTime!
    updatedAt: DateTime!
    publishedAt: DateTime
    onlineStoreUrl: URL
    featuredMedia: Media
    variantsCount: Count
    variants(
      first: Int
      after: String
      last: Int
      before: String
      reverse: Boolean = false
      sortKey: ProductVariantSortKeys = POSITION
    ): ProductVariantConnection!
  }
  type ProductConnection {
    edges: [ProductEdge!]!
    nodes: [Product!]!
    pageInfo: PageInfo!
  }
  type ProductEdge {
    cursor: String!
    node: Product!
  }
  enum ProductStatus {
    ACTIVE
    ARCHIVED
    DRAFT
    UNLISTED
  }
  enum ProductSortKeys {
    CREATED_AT
    ID
    INVENTORY_TOTAL
    PRODUCT_TYPE
    PUBLISHED_AT
    RELEVANCE
    TITLE
    UPDATED_AT
    VENDOR
  }
  enum ProductVariantSortKeys {
    FULL_TITLE
    ID
    INVENTORY_QUANTITY
    NAME
    POSITION
    RELEVANCE
    SKU
    TITLE
  }
  input ProductIdentifierInput @oneOf {
    id: ID
    handle: String
  }

  interface Media {
    id: ID!
    alt: String
    mediaContentType: MediaContentType!
    preview: MediaPreviewImage
    status: MediaStatus!
  }
  type MediaImage implements Media & Node {
    id: ID!
    alt: String
    image: Image
    mediaContentType: MediaContentType!
    preview: MediaPreviewImage
    status: MediaStatus!
  }
  enum MediaContentType {
    IMAGE
    VIDEO
    EXTERNAL_VIDEO
    MODEL_3D
  }
  enum MediaStatus {
    READY
    PROCESSING
    UPLOADED
    FAILED
  }
  type MediaPreviewImage {
    image: Image
  }
  type Image {
    id: ID
    url: URL!
    altText: String
    width: Int
    height: Int
  }

  type ProductVariant implements Node {
    id: ID!
    legacyResourceId: UnsignedInt64!
    title: String!
    displayName: String!
    sku: String
    barcode: String
    price: Money!
    compareAtPrice: Money
    position: Int!
    taxable: Boolean!
    availableForSale: Boolean!
    inventoryPolicy: ProductVariantInventoryPolicy!
    requiresComponents: Boolean!
    image: Image
    inventoryQuantity: Int
    sellableOnlineQuantity: Int!
    selectedOptions: [SelectedOption!]!
    inventoryItem: InventoryItem!
    product: Product!
    createdAt: DateTime!
    updatedAt: DateTime!
  }
  type ProductVariantConnection {
    edges: [ProductVariantEdge!]!
    nodes: [ProductVariant!]!
    pageInfo: PageInfo!
  }
  type ProductVariantEdge {
    cursor: String!
    node: ProductVariant!
  }
  enum ProductVariantInventoryPolicy {
    CONTINUE
    DENY
  }
  type SelectedOption {
    name: String!
    value: String!
  }

  type InventoryItem implements Node {
    id: ID!
    legacyResourceId: UnsignedInt64!
    sku: String
    tracked: Boolean!
    requiresShipping: Boolean!
    createdAt: DateTime!
    updatedAt: DateTime!
    measurement: InventoryItemMeasurement!
    variant: ProductVariant! @deprecated(reason: "Use variants.")
    variants(first: Int, after: String, last: Int, before: String): ProductVariantConnection
    inventoryLevel(locationId: ID!, includeInactive: Boolean = false): InventoryLevel
    inventoryLevels(
      first: Int
      after: String
      last: Int
      before: String
      query: String
      reverse: Boolean = false
      includeInactive: Boolean = false
    ): InventoryLevelConnection!
  }
  type InventoryItemConnection {
    edges: [InventoryItemEdge!]!
    nodes: [InventoryItem!]!
    pageInfo: PageInfo!
  }
  type InventoryItemEdge {
    cursor: String!
    node: InventoryItem!
  }
  type InventoryItemMeasurement implements Node {
    id: ID!
    weight: Weight
  }
  type Weight {
    value: Float!
    unit: WeightUnit!
  }
  enum WeightUnit {
    GRAMS
    KILOGRAMS
    OUNCES
    POUNDS
  }

  type InventoryLevel implements Node {
    id: ID!
    isActive: Boolean!
    item: InventoryItem!
    location: Location!
    quantities(names: [String!]!): [InventoryQuantity!]!
    createdAt: DateTime!
    updatedAt: DateTime!
  }
  type InventoryLevelConnection {
    edges: [InventoryLevelEdge!]!
    nodes: [InventoryLevel!]!
    pageInfo: PageInfo!
  }
  type InventoryLevelEdge {
    cursor: String!
    node: InventoryLevel!
  }
  type InventoryQuantity implements Node {
    id: ID!
    name: String!
    quantity: Int!
    updatedAt: DateTime
  }

  type Location implements Node {
    id: ID!
    legacyResourceId: UnsignedInt64!
    name: String!
    isActive: Boolean!
    isFulfillmentService: Boolean!
    fulfillsOnlineOrders: Boolean!
    shipsInventory: Boolean!
    hasActiveInventory: Boolean!
    address: LocationAddress!
    createdAt: DateTime!
    updatedAt: DateTime!
    inventoryLevel(inventoryItemId: ID!, includeInactive: Boolean = false): InventoryLevel
    inventoryLevels(
      first: Int
      after: String
      last: Int
      before: String
      query: String
      reverse: Boolean = false
      includeInactive: Boolean = false
    ): InventoryLevelConnection!
  }
  type LocationAddress {
    address1: String
    address2: String
    city: String
    country: String
    countryCode: String
    phone: String
    province: String
    zip: String
    formatted: [String!]!
  }
  type LocationConnection {
    edges: [LocationEdge!]!
    nodes: [Location!]!
    pageInfo: PageInfo!
  }
  type LocationEdge {
    cursor: String!
    node: Location!
  }
  enum LocationSortKeys {
    ID
    NAME
    RELEVANCE
  }
`;
