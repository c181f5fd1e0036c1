/** Where a movement came from: a shop's own number, an order, or a member. */
export type MovementSource =
  | { readonly type: 'Marketplace'; readonly marketplaceId: number }
  | { readonly type: 'Order'; readonly orderId: number }
  | { readonly type: 'User'; readonly userId: number | null };

export interface NewMovement {
  readonly storeId: number;
  readonly variantId: number;
  /** Units added (negative: taken away). */
  readonly adjustment: number;
  readonly source: MovementSource;
  /** In people's words: 'Order placed', 'Adjustment', 'Merge'. */
  readonly action: string;
  /** What the entry is for: the same cause recorded twice for a variant changes nothing. */
  readonly cause: string;
}

export interface RecordedMovement {
  readonly id: number;
  readonly variantId: number;
  readonly cause: string;
  readonly adjustment: number;
  readonly finalQuantity: number;
}
