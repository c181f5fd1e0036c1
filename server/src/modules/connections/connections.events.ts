declare module '../../context.ts' {
  interface DomainEvents {
    'marketplace.authorised': {
      readonly storeId: number;
      readonly marketplaceId: number;
      readonly userId: number | null;
    };
    'notice.received': {
      readonly marketplaceId: number;
    };
    /** A marketplace asks for the deletion of buyers' data. `orders`: by its ids; null: all of the shop. */
    'buyers.deletion_asked': {
      readonly marketplaceId: number;
      readonly orders: readonly string[] | null;
      readonly buyerId: string | null;
    };
    /** A buyer asks, through a marketplace, for the data that the seller keeps. */
    'buyers.data_asked': {
      readonly storeId: number;
      readonly marketplaceId: number;
      readonly orders: readonly string[];
    };
  }
}

export {};
