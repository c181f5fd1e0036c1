declare module '../../../context.ts' {
  interface DomainEvents {
    /** The returns of an order have to be read: it is being returned, was synced, or waits for a return that was read before it. */
    'order.returning': {
      readonly storeId: number;
      readonly marketplaceId: number;
      readonly orderId: number;
    };
    /** The data of the buyers of these orders were deleted: every module that stores any of them deletes it too. */
    'order.buyers_deleted': {
      readonly storeId: number;
      readonly orderIds: readonly number[];
    };
  }
}

export {};
