import type { Tx } from '../../../platform/database/database.ts';
import type { RecordedMerge } from '../ledger/movement.ts';

/** A merge that a restored database lacks. */
export interface LostMerge extends RecordedMerge {
  readonly storeId: number;
  /** The SKU that survived it. */
  readonly variantId: number;
  readonly userId: number | null;
}

declare module '../../../context.ts' {
  interface Context {
    /** Joins the listings of a merge again that a restored database lacks. */
    repeatMerge(tx: Tx, merge: LostMerge, at: Date): Promise<void>;
  }
}
