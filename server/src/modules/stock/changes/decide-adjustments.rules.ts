import { message, type Message } from '@evenstock/contract/messages/message';
import type { VariantStock } from '../protocol/variant-stock.rules.ts';

/** What adjustments are refused for. */
export interface AdjustmentConditions {
  /** Refuses one after which the quantity would be below zero. */
  readonly refuseBelowZero?: boolean;
  /** Refuses it in a store without inventory sync. */
  readonly refuseWithoutSync?: boolean;
}

/** A change of a quantity by some units, before it is judged. */
export interface JudgedAdjustment extends AdjustmentConditions {
  /** Units of the SKU before it. */
  readonly before: number;
  readonly units: number;
  /** The quantity that the member saw; none where they saw none. */
  readonly seen?: number | undefined;
}

/** Why an adjustment is refused, and as which status. */
export interface AdjustmentFault {
  readonly status: 409 | 422;
  readonly reason: Message;
}

/** The code of a fault by another quantity than the member saw. */
export const movedSinceSeen = 'stock.quantity_moved';

/** Why a quantity cannot be lowered below zero. @param there units that there are */
export function belowZero(there: number): Message {
  return there > 0 ? message('stock.adjustment_too_low', { units: there }) : message('stock.nothing_to_take');
}

/** Why a quantity is not the one that a member saw; null where it is, or they saw none. */
export function movedOf(quantity: number, seen: number | undefined): AdjustmentFault | null {
  if (seen === undefined || seen === quantity) return null;
  return { status: 409, reason: message(movedSinceSeen, { quantity }) };
}

/** Why an adjustment of a SKU is refused; null where it is not. */
export function faultOf(
  stock: Pick<VariantStock, 'madeOf' | 'canSync'> | undefined,
  { before, units, seen, refuseBelowZero, refuseWithoutSync }: JudgedAdjustment,
): AdjustmentFault | null {
  const refused = (reason: Message): AdjustmentFault => ({ status: 422, reason });
  if (stock?.madeOf != null) return refused(message('stock.set_has_no_quantity'));
  const moved = movedOf(before, seen);
  if (moved !== null) return moved;
  if (refuseWithoutSync === true && stock?.canSync !== true) return refused(message('stock.sync_is_off'));
  const after = before + units;
  return refuseBelowZero === true && units < 0 && after < 0 ? refused(belowZero(before)) : null;
}

/** An adjustment of a batch. */
export interface AskedAdjustment {
  /** The SKU; one that was merged away is given as the one that it became. */
  readonly variantId: number;
  /** Units to add (negative: to take away), or the quantity that it is to become. */
  readonly units: number | { readonly to: number };
  readonly seen?: number | undefined;
  /** Its cause is in the ledger: it was made before. */
  readonly isRecorded: boolean;
}

/** Units to record, why they are refused, or null: there is nothing to change. */
export type AdjustmentDecision = { readonly units: number } | AdjustmentFault | null;

/**
 * Decides the adjustments of a batch one after the other: each finds the quantities that those before it leave.
 * @param stocks the SKUs, as they are locked
 * @returns a decision for each, in their order
 */
export function decideAdjustments(
  asked: readonly AskedAdjustment[],
  stocks: ReadonlyMap<number, Pick<VariantStock, 'madeOf' | 'canSync' | 'quantity'>>,
  conditions: AdjustmentConditions,
): readonly AdjustmentDecision[] {
  const quantities = new Map<number, number>();
  return asked.map(({ variantId, units: wanted, seen, isRecorded }) => {
    const stock = stocks.get(variantId);
    if (stock === undefined || isRecorded) return null;
    const before = quantities.get(variantId) ?? stock.quantity;
    const units = typeof wanted === 'number' ? wanted : wanted.to - before;
    if (units === 0) return movedOf(before, seen);
    const fault = faultOf(stock, { before, units, seen, ...conditions });
    if (fault !== null) return fault;
    quantities.set(variantId, before + units);
    return { units };
  });
}
