import bidiFactory from 'bidi-js';

const bidi = bidiFactory();

export type Direction = 'ltr' | 'rtl';

/** A stretch of one direction, as it is read. */
export interface Stretch {
  readonly text: string;
  readonly direction: Direction;
}

/** The direction of a paragraph: that of its first letter. */
export function directionOf(paragraph: string): Direction {
  const [first] = bidi.getEmbeddingLevels(paragraph, 'auto').paragraphs;
  return (first?.level ?? 0) % 2 === 1 ? 'rtl' : 'ltr';
}

/** The stretches of a line from the left to the right, by the Unicode algorithm. */
export function visualStretches(line: string, base: Direction): Stretch[] {
  // The algorithm reads code units, and takes each half of an emoji for a letter; as stars they are neutral.
  const levelled = bidi.getEmbeddingLevels(
    line.replaceAll(/(?![\p{L}\p{N}])[\u{10000}-\u{10ffff}]/gu, '\u2605\u2605'),
    base,
  );
  const { levels } = levelled;
  const stretches: { from: number; to: number; level: number }[] = [];
  for (const place of bidi.getReorderedIndices(line, levelled)) {
    const level = levels[place] ?? 0;
    const last = stretches.at(-1);
    if (last !== undefined && last.level === level && place === last.to + 1) last.to = place;
    else if (last !== undefined && last.level === level && place === last.from - 1) last.from = place;
    else stretches.push({ from: place, to: place, level });
  }
  return stretches.map(({ from, to, level }) => {
    return { text: line.slice(from, to + 1), direction: level % 2 === 0 ? 'ltr' : 'rtl' };
  });
}
