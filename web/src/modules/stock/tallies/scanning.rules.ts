import type { ScanOutcome } from '@evenstock/contract/stock/tallies';

/** The longest number that the field of units takes; a longer one is a code that a scanner typed there. */
const longestUnits = 5;

/** What was typed as units: a number, a code that landed in the wrong field, or nothing that can be taken. */
export type TypedUnits =
  | { readonly kind: 'units'; readonly units: number }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'wrong' };

/** Reads the units of a scan. @param least 1 for units to add, 0 for a total */
export function readUnits(text: string, least: 0 | 1): TypedUnits {
  const typed = text.trim();
  if (!/^\d{1,5}$/.test(typed))
    return typed.length > longestUnits ? { kind: 'code', code: typed } : { kind: 'wrong' };
  const units = Number(typed);
  return units < least ? { kind: 'wrong' } : { kind: 'units', units };
}

/** Seconds until a scan that did not arrive is sent again: at once after the first failure, then less and less often. */
export const waitBeforeSending = (failures: number): number => Math.min(30, 2 ** Math.min(failures, 5));

/** How long ago a scan was made, on a clock that may have been set back since. */
export const ageOf = (at: number, now: number): number => Math.max(0, now - at);

/** The sound of an outcome. */
export const soundOf = (outcome: ScanOutcome): 'right' | 'wrong' => (outcome === 'added' ? 'right' : 'wrong');

/** A code that the camera reads again and again counts once, until it was out of the picture for this long. */
const OUT_OF_PICTURE_MS = 1_200;

export interface SeenCode {
  readonly code: string;
  readonly at: number;
}

/** Whether a code in the picture is a new scan. @param last the code that was seen last, and when */
export const isNewScan = (last: SeenCode | null, code: string, now: number): boolean =>
  last?.code !== code || now - last.at > OUT_OF_PICTURE_MS;
