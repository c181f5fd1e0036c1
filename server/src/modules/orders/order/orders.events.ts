/** The returns of an order have to be read: it is being returned, was synced, or waits for a return that was read before it. */
export interface OrderReturning {
  readonly type: 'order.returning';
  readonly storeId: number;
  readonly marketplaceId: number;
  readonly orderId: number;
}

/** A notice names a return. */
export interface ReturnNamed {
  readonly type: 'return.named';
  readonly storeId: number;
  readonly marketplaceId: number;
  readonly returnIds: readonly string[];
}

/** The data of the buyers of these orders were deleted: every module that stores any of them deletes it too. */
export interface BuyersDeleted {
  readonly type: 'order.buyers_deleted';
  readonly storeId: number;
  readonly orderIds: readonly number[];
}

export type OrderEvent = OrderReturning | ReturnNamed | BuyersDeleted;
