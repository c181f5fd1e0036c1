import type { MovementAction } from '@evenstock/contract/messages/catalog/movements';
import type { AdjustmentReason } from '@evenstock/contract/kinds/adjustment-reasons';
import type { Epoch } from '../protocol/observe.rules.ts';

/** The origin of a movement: an edit on a marketplace, an order, or a member. */
export type MovementSource =
  | {
      readonly type: 'Marketplace';
      readonly marketplaceId: number;
      /** The listing that showed it; null where an earlier version did not keep it. */
      readonly listingId: number | null;
    }
  | { readonly type: 'Order'; readonly orderId: number }
  | { readonly type: 'User'; readonly userId: number | null };

/** A merge, as the recovery log has it and as it can be repeated. */
export interface RecordedMerge {
  readonly id: number;
  readonly at: Date;
  /** The SKUs that were merged into the surviving one. */
  readonly sources: readonly number[];
  readonly listings: readonly {
    readonly variant_listing_id: number;
    readonly from_variant_id: number;
    readonly quantity_before: number;
  }[];
  readonly quantityAfter: number;
}

/** Why a member adjusted a quantity, with a note in their own words. */
export interface MovementReason {
  readonly code: AdjustmentReason;
  readonly note: string | null;
}

export interface NewMovement {
  readonly storeId: number;
  readonly variantId: number;
  /** Units added (negative: taken away). */
  readonly adjustment: number;
  readonly source: MovementSource;
  /** Shown to members: 'Order placed', 'Adjustment', 'Merge'. */
  readonly action: MovementAction;
  /** Of a member's adjustment; none where they did not say. */
  readonly reason?: MovementReason | undefined;
  /** Idempotency key of the entry: the same cause of a variant is recorded once. */
  readonly cause: string;
  /** The epoch whose difference it books or reverses, and those of the same edit: an order that comes late is compared with them. */
  readonly epochs?: readonly Epoch[];
  /** Of the surviving SKU's entry: the merge, so that it can be repeated after a restore. */
  readonly merge?: RecordedMerge;
}
