/** What a cell of a whole number says. `readings`: two careful readers would read different numbers. */
export type CellNumber =
  | { readonly whole: number }
  | { readonly readings: readonly [string, string] }
  | { readonly fault: 'no_number' };

const invisible = /[\u00AD\u200B-\u200F\u2060\uFEFF]/g;
/** Blanks and apostrophes between thousands. */
const apart = /(?<=\d)[\s'\u2019](?=\d{3}(?:\D|$))/g;

/**
 * Reads a whole number as people write it: in full-width digits, with thousands apart, with zeros behind a point. What a reader of another
 * country, or with another purpose, could read as another number is not guessed.
 */
export function readCellNumber(cell: string): CellNumber {
  const text = cell.normalize('NFKC').replace(invisible, '').replaceAll('\u2212', '-').trim();
  // “+5” may be five units, or five more.
  if (/^\+\s*\d/.test(text)) return { readings: [text.slice(1).trim(), `${text} more`] };
  const joined = text.replace(apart, '');
  if (/^-?\d+$/.test(joined)) return wholeOf(joined);
  // One group of three behind a point or a comma: thousands here, decimals there. A number of thousands begins with no zero.
  const group = /^(-?[1-9]\d{0,2})([.,])(\d{3})$/.exec(joined);
  if (group !== null) {
    const [, before = '', , behind = ''] = group;
    return { readings: [`${before}${behind}`, `${before}.${behind}`] };
  }
  if (/^-?[1-9]\d{0,2}(?:([.,])\d{3})(?:\1\d{3})+$/.test(joined))
    return wholeOf(joined.replaceAll(/[.,]/g, ''));
  const decimals = /^(-?\d+)[.,]0+$/.exec(joined);
  return decimals?.[1] === undefined ? { fault: 'no_number' } : wholeOf(decimals[1]);
}

function wholeOf(digits: string): CellNumber {
  const whole = Number(digits);
  // -0 is 0.
  return { whole: whole === 0 ? 0 : whole };
}

/** The text of a cell that holds a number: exact, without the noise of its last digits. */
export const numberText = (value: number): string => String(Number(value.toFixed(9)));
