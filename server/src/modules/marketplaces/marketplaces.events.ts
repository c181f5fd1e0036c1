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
    /** Quantities are written to it from now on, or not any more. */
    'marketplace.sync_switched': {
      readonly storeId: number;
      readonly marketplaceId: number;
    };
    /** A member chose which of its places are kept here: its listings begin anew there. */
    'marketplace.places_chosen': {
      readonly storeId: number;
      readonly marketplaceId: number;
    };
    /** It is known which of its places are kept here, so that reading and writing may begin. */
    'marketplace.places_known': {
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
