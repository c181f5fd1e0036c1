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

/** A code that the camera reads again and again counts once, until this many pictures in a row lacked it. */
const MISSED_PICTURES = 8;

/** The codes that were in the last pictures, and how many pictures in a row have lacked each since. */
export type SeenCodes = ReadonlyMap<string, number>;

/**
 * What is seen after one more picture. Pictures are counted, not time: a browser that was busy has not seen a code leave.
 * @param code the code in the picture; null: there is none
 */
export function afterPicture(
  seen: SeenCodes,
  code: string | null,
): { readonly seen: SeenCodes; readonly isNew: boolean } {
  const others = [...seen]
    .filter(([one, missed]) => one !== code && missed + 1 < MISSED_PICTURES)
    .map(([one, missed]) => [one, missed + 1] as const);
  if (code === null) return { seen: new Map(others), isNew: false };
  return { seen: new Map([...others, [code, 0]]), isNew: !seen.has(code) };
}
