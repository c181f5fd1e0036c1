/** The server's limit for one adjustment. */
const mostUnits = 1_000_000;

/** Whether units are added to a quantity, or it is set to what was counted. */
export type HowAdjusted = 'by' | 'to';

/** The text key of what is wrong with typed units. */
export type UnitsFault =
  | 'adjustmentRequired'
  | 'adjustmentWhole'
  | 'adjustmentRange'
  | 'countedRequired'
  | 'countedWhole';

/**
 * Parses typed units ('12', '+12', '-3', '−3', ' 1,200 ').
 * @returns the units, or the text key of the error
 */
export function readUnits(
  typed: string | undefined,
): number | 'adjustmentRequired' | 'adjustmentWhole' | 'adjustmentRange' {
  const text = (typed ?? '').trim().replace(/^−/, '-');
  if (text === '') return 'adjustmentRequired';
  if (!/^[+-]?(\d+|\d{1,3}(,\d{3})+)$/.test(text)) return 'adjustmentWhole';
  const units = Number(text.replaceAll(',', ''));
  return Math.abs(units) > mostUnits ? 'adjustmentRange' : units;
}

/**
 * The units to add to a quantity.
 * @param typed how many more or fewer, or how many there are
 */
export function unitsOf(how: HowAdjusted, typed: string | undefined, quantity: number): number | UnitsFault {
  if (how === 'by') return readUnits(typed);
  const text = (typed ?? '').trim();
  if (text === '') return 'countedRequired';
  if (!/^(\d+|\d{1,3}(,\d{3})+)$/.test(text)) return 'countedWhole';
  const units = Number(text.replaceAll(',', '')) - quantity;
  return Math.abs(units) > mostUnits ? 'adjustmentRange' : units;
}

/** The lowest adjustment that may be typed: at most all units are removed. */
export function fewestUnits(quantity: number): number {
  return quantity > 0 ? -quantity : 0;
}
