declare module '../../context.ts' {
  interface DomainEvents {
    'listings.pulled': {
      readonly storeId: number;
      readonly marketplaceId: number;
      readonly pullId: number;
    };
    'orders.polled': {
      readonly storeId: number;
      readonly marketplaceId: number;
      readonly beganAt: string;
    };
  }
}

export {};
