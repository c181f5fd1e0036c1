export type StoreEvent =
  | { readonly type: 'store.sync_switched'; readonly storeId: number }
  /** Safety stock counts from now on, or does not any more. */
  | { readonly type: 'store.safety_switched'; readonly storeId: number }
  | { readonly type: 'store.deleted'; readonly storeId: number };
