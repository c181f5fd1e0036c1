/**
 * The kinds that a shop can subscribe to, with their numbers. The document has no complete table: kinds without a number carry one
 * of our own, and clients must not rely on it (tiktok.md 7).
 */
export const eventTypes = {
  ORDER_STATUS_CHANGE: 1,
  REVERSE_STATUS_UPDATE: 2,
  RECIPIENT_ADDRESS_UPDATE: 3,
  PACKAGE_UPDATE: 4,
  PRODUCT_STATUS_CHANGE: 5,
  SELLER_DEAUTHORIZATION: 6,
  UPCOMING_AUTHORIZATION_EXPIRATION: 7,
  CANCELLATION_STATUS_CHANGE: 11,
  RETURN_STATUS_CHANGE: 12,
  NEW_CONVERSATION: 13,
  NEW_MESSAGE: 14,
  PRODUCT_INFORMATION_CHANGE: 15,
  PRODUCT_CREATION: 16,
  PRODUCT_CATEGORY_CHANGE: 17,
  NEW_MESSAGE_LISTENER: 33,
  INVOICE_STATUS_CHANGE: 36,
  PRODUCT_AUDIT_STATUS_CHANGE: 37,
} as const;

export type EventType = keyof typeof eventTypes;
