export type MarketplaceEvent =
  | { readonly type: 'marketplace.deactivated'; readonly storeId: number; readonly marketplaceId: number }
  /** Its listings are to be set to 0 before it is left. */
  | { readonly type: 'marketplace.zeroing_asked'; readonly storeId: number; readonly marketplaceId: number }
  | { readonly type: 'marketplace.deleted'; readonly storeId: number; readonly marketplaceId: number };
