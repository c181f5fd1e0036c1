declare module '../../context.ts' {
  interface DomainEvents {
    'store.sync_switched': {
      readonly storeId: number;
    };
    /** Safety stock counts from now on, or does not any more. */
    'store.safety_switched': {
      readonly storeId: number;
    };
    'store.deleted': {
      readonly storeId: number;
    };
  }
}

export {};
