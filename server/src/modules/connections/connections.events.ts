export type ConnectionEvent =
  | {
      readonly type: 'marketplace.authorised';
      readonly storeId: number;
      readonly marketplaceId: number;
      readonly userId: number | null;
    }
  | { readonly type: 'notice.received'; readonly marketplaceId: number };
