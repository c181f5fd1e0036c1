declare module '../../context.ts' {
  interface DomainEvents {
    /** A marketplace began to refuse the quantities of these listings, or its answer lacked them: they may not be there any more. */
    'listings.in_doubt': {
      readonly storeId: number;
      readonly marketplaceId: number;
      readonly listingIds: readonly number[];
    };
  }
}

export {};
