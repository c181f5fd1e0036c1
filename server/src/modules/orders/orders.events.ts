/** The returns of an order are to be read: it is being returned, was synced, or waits for what a return told before. */
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

export type OrderEvent = OrderReturning | ReturnNamed;
