export type MarketplaceEvent =
  | { readonly type: 'marketplace.deactivated'; readonly storeId: number; readonly marketplaceId: number }
  /** A member has requested that its listings are set to 0. */
  | { readonly type: 'marketplace.zeroing_asked'; readonly storeId: number; readonly marketplaceId: number }
  /** Its listings keep other units back from now on. */
  | { readonly type: 'marketplace.safety_changed'; readonly storeId: number; readonly marketplaceId: number }
  | { readonly type: 'marketplace.deleted'; readonly storeId: number; readonly marketplaceId: number };
