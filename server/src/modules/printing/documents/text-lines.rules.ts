import { faceOf, isPlain, type Face, type HasGlyph } from './faces.rules.ts';

/** A stretch of text in one face. */
export interface Run {
  readonly face: Face;
  readonly text: string;
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
const words = new Intl.Segmenter('und', { granularity: 'word' });

/** Splits a drawable text into stretches of one face; no base is torn from its marks. */
export function runsOf(text: string, has: HasGlyph): Run[] {
  if (isPlain(text)) return text === '' ? [] : [{ face: 'latin', text }];
  const runs: { face: Face; text: string }[] = [];
  for (const { segment } of graphemes.segment(text)) {
    const last = runs.at(-1);
    const face = faceOf(segment, last?.face ?? null, has) ?? 'latin';
    if (last?.face === face) last.text += segment;
    else runs.push({ face, text: segment });
  }
  return runs;
}

/**
 * Breaks text into lines no wider than `width`: between words, which Thai and Chinese do not part by spaces; inside a word that is
 * wider than a line. @param measure the width of a text, in the unit of `width`
 */
export function linesOf(text: string, width: number, measure: (text: string) => number): string[] {
  return text.split(/\r\n|\r|\n/).flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const piece of piecesOf(paragraph.replaceAll(/\p{Cc}/gu, ' '))) {
      if (line !== '' && measure((line + piece).trimEnd()) > width) {
        lines.push(line.trimEnd());
        line = '';
      }
      const [rest, ...full] = broken(line === '' ? piece.trimStart() : piece, width, measure).reverse();
      lines.push(...full.reverse());
      line += rest ?? '';
    }
    return [...lines, line.trimEnd()];
  });
}

/** Words, each with the punctuation and the spaces that follow it. */
function piecesOf(paragraph: string): string[] {
  const pieces: string[] = [];
  for (const { segment, isWordLike = false } of words.segment(paragraph)) {
    const last = pieces.at(-1);
    if (!isWordLike && last !== undefined) pieces[pieces.length - 1] = last + segment;
    else pieces.push(segment);
  }
  return pieces;
}

/** A piece in parts that fit a line; itself where it fits. */
function broken(piece: string, width: number, measure: (text: string) => number): string[] {
  if (measure(piece.trimEnd()) <= width) return [piece];
  const parts: string[] = [];
  let part = '';
  for (const { segment } of graphemes.segment(piece)) {
    if (part !== '' && measure(part + segment) > width) {
      parts.push(part);
      part = '';
    }
    part += segment;
  }
  return [...parts, part];
}
