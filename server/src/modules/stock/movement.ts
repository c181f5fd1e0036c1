import type { MovementAction } from '@evenstock/contract/messages/movements';
/** The origin of a movement: an edit on a marketplace, an order, or a member. */
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
  /** Shown to members: 'Order placed', 'Adjustment', 'Merge'. */
  readonly action: MovementAction;
  /** Idempotency key of the entry: the same cause of a variant is recorded once. */
  readonly cause: string;
}

export interface RecordedMovement {
  readonly id: number;
  readonly variantId: number;
  readonly cause: string;
  readonly adjustment: number;
  readonly finalQuantity: number;
}
