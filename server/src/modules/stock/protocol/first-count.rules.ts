import { after, TOLERANCE_MS } from '../../../platform/time/time-spans.ts';
import type { ListingStock } from './evaluate.rules.ts';

/**
 * Whether nobody knows if the listing's baseline includes an order, and no read has told: the mark of such a hold is that it begins
 * just after the baseline.
 */
export function isBaselineInDoubt({
  counted_until: counted,
  hold_since: since,
  hold_read_at: answered,
}: ListingStock): boolean {
  return counted !== null && answered === null && since?.getTime() === beginOfDoubt(counted).getTime();
}

/** Since when the hold of a listing lasts whose baseline is in doubt. */
export const beginOfDoubt = (countedUntil: Date): Date => after(countedUntil, 2 * TOLERANCE_MS);

/** Whether the listing is still held since its baseline, which may be counted again. */
export function isBeingCounted({ counted_until: counted, held, hold_since: since }: ListingStock): boolean {
  return held && counted !== null && since !== null && since <= beginOfDoubt(counted);
}
