declare module '../../context.ts' {
  interface DomainEvents {
    'marketplace.deactivated': {
      readonly storeId: number;
      readonly marketplaceId: number;
    };
    /** A member has requested that its listings are set to 0. */
    'marketplace.zeroing_asked': {
      readonly storeId: number;
      readonly marketplaceId: number;
    };
    /** Its listings keep other units back from now on. */
    'marketplace.safety_changed': {
      readonly storeId: number;
      readonly marketplaceId: number;
    };
    'marketplace.deleted': {
      readonly storeId: number;
      readonly marketplaceId: number;
    };
  }
}

export {};
