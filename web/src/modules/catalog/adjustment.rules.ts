/** As the server allows at a time. */
const mostUnits = 1_000_000;

/**
 * Reads units as a person types them ('12', '+12', '-3', '−3', ' 1,200 ').
 * @returns the units, or the key of the text that says what is wrong
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

/** Fewest units that may be typed: no more is taken away than there is. */
export function fewestUnits(quantity: number): number {
  return quantity > 0 ? -quantity : 0;
}
