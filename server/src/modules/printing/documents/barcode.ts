import bwipjs from 'bwip-js/node';

/** The space beside a barcode that scanners need, in modules. */
const QUIET = 10;

export interface Bar {
  /** In modules, from the left end of the first bar. */
  readonly at: number;
  readonly width: number;
}

export interface Barcode {
  readonly bars: readonly Bar[];
  /** In modules, with the quiet zones of both sides. */
  readonly width: number;
  readonly quiet: number;
}

/** The Code 128 of a text; null for a text that has none, which is any that is not ASCII. */
export function code128(text: string): Barcode | null {
  if (!/^[\x20-\x7e]+$/.test(text)) return null;
  const [symbol] = bwipjs.raw({ bcid: 'code128', text });
  if (symbol === undefined || !('sbs' in symbol)) return null;
  const bars: Bar[] = [];
  let at = 0;
  // Bars and the spaces between them take turns.
  for (const [place, width] of symbol.sbs.entries()) {
    if (place % 2 === 0) bars.push({ at, width });
    at += width;
  }
  return { bars, width: at + 2 * QUIET, quiet: QUIET };
}
