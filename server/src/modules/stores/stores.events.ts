export type StoreEvent =
  | { readonly type: 'store.sync_switched'; readonly storeId: number }
  | { readonly type: 'store.deleted'; readonly storeId: number };
