import type { Tx } from '../../platform/database.ts';
import { insertMovements } from './movements.queries.ts';

/** Another transaction records the same cause of the same variant at this moment. */
export const CAUSE_RECORDED = 'stock_movements_variant_id_cause_key';

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

/**
 * Changes quantities and writes the ledger, in one statement: the one place where `variants.quantity` changes.
 * Variants are locked in id order. Movements whose cause is in the ledger already are left out; the rest is answered, in the order given.
 * @throws a unique violation of `CAUSE_RECORDED` when another transaction records the same cause at this moment, which only a
 *   caller that has not locked the variant before can meet
 */
export async function recordMovements(
  tx: Tx,
  movements: readonly NewMovement[],
  at: Date,
): Promise<RecordedMovement[]> {
  return movements.length === 0 ? [] : insertMovements(tx, movements, at);
}

/** Records one movement. @returns null when its cause is in the ledger already */
export async function recordMovement(
  tx: Tx,
  movement: NewMovement,
  at: Date,
): Promise<RecordedMovement | null> {
  const [recorded] = await recordMovements(tx, [movement], at);
  return recorded ?? null;
}
