export type PullEvent =
  | {
      readonly type: 'listings.pulled';
      readonly storeId: number;
      readonly marketplaceId: number;
      readonly pullId: number;
    }
  | {
      readonly type: 'orders.polled';
      readonly storeId: number;
      readonly marketplaceId: number;
      readonly beganAt: string;
    };
