export type MarketplaceEvent =
  | { readonly type: 'marketplace.deactivated'; readonly storeId: number; readonly marketplaceId: number }
  /** A member has requested that its listings are set to 0. */
  | { readonly type: 'marketplace.zeroing_asked'; readonly storeId: number; readonly marketplaceId: number }
  | { readonly type: 'marketplace.deleted'; readonly storeId: number; readonly marketplaceId: number };
