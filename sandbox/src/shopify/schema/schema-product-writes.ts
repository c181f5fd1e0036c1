/** What is done to products and to the place of their stock. Names are the Admin API's. */
export const productWriteTypes = /* GraphQL */ `
  input ProductUpdateInput {
    id: ID
    title: String
    descriptionHtml: String
    status: ProductStatus
  }
  type ProductUpdatePayload {
    product: Product
    userErrors: [UserError!]!
  }
  input ProductDeleteInput {
    id: ID!
  }
  type ProductDeletePayload {
    deletedProductId: ID
    productDeleteOperation: ProductDeleteOperation
    shop: Shop!
    userErrors: [UserError!]!
  }
  type ProductDeleteOperation implements Node {
    id: ID!
    status: ProductOperationStatus!
    deletedProductId: ID
    userErrors: [UserError!]!
  }
  enum ProductOperationStatus {
    ACTIVE
    COMPLETE
    CREATED
  }

  input ProductVariantsBulkInput {
    id: ID
    price: Money
    compareAtPrice: Money
    inventoryItem: InventoryItemInput
    inventoryQuantities: [InventoryLevelInput!]
  }
  input InventoryItemInput {
    sku: String
    tracked: Boolean
  }
  input InventoryLevelInput {
    availableQuantity: Int!
    locationId: ID!
  }
  type ProductVariantsBulkUpdatePayload {
    product: Product
    productVariants: [ProductVariant!]
    userErrors: [ProductVariantsBulkUpdateUserError!]!
  }
  type ProductVariantsBulkUpdateUserError {
    code: ProductVariantsBulkUpdateUserErrorCode
    field: [String!]
    message: String!
  }
  enum ProductVariantsBulkUpdateUserErrorCode {
    GREATER_THAN_OR_EQUAL_TO
    INVALID_VALUE
    NO_INVENTORY_QUANTITIES_ON_VARIANTS_UPDATE
    PRODUCT_DOES_NOT_EXIST
    PRODUCT_VARIANT_DOES_NOT_EXIST
    PRODUCT_VARIANT_ID_MISSING
  }

  type InventoryActivatePayload {
    inventoryLevel: InventoryLevel
    userErrors: [UserError!]!
  }
`;
