/** An entry of the ledger as it was written, with the quantity that it left. */
export interface RecordedMovement {
  readonly id: number;
  readonly variantId: number;
  readonly cause: string;
  readonly adjustment: number;
  readonly finalQuantity: number;
  /** Sets that were locked with the variants of its statement. */
  readonly lockedSets: readonly number[];
}
