import { Buffer, ClusterLevel, Direction, shape } from 'harfbuzzjs';
import { z } from 'zod';
import { openFace, type Cut } from './open-faces.ts';

/** Widths and places in units of the font. */
interface Position {
  xAdvance: number;
  yAdvance: number;
  xOffset: number;
  yOffset: number;
}

/** The font as the writer of PDFs opened it: how it shapes a text can be replaced. */
interface OpenedFont {
  layout: (text: string, features?: unknown) => object;
}

const writer = z.object({
  _font: z.object({
    font: z.custom<OpenedFont>((font) => typeof font === 'object' && font !== null && 'layout' in font),
  }),
});

/** A text that is read from the right is drawn with these features. */
export const fromRight = ['rtlm' as const];

/**
 * Shapes the texts of the font in use with HarfBuzz: the shaper of the writer fails on some marks, and takes digits of Arabic letters for
 * letters.
 */
export function shapeWithHarfBuzz(pdf: object, cut: Cut): void {
  const { font } = writer.parse(pdf)._font;
  font.layout = (text, features) => layOut(cut, text, features !== undefined);
}

function layOut(cut: Cut, text: string, isFromRight: boolean): object {
  const buffer = new Buffer();
  buffer.addText(text);
  buffer.setClusterLevel(ClusterLevel.MONOTONE_CHARACTERS);
  buffer.guessSegmentProperties();
  buffer.setDirection(isFromRight ? Direction.RTL : Direction.LTR);
  const font = openFace(cut);
  shape(font, buffer);
  const infos = buffer.getGlyphInfos();
  const positions: Position[] = buffer
    .getGlyphPositions()
    .map(({ xAdvance, yAdvance, xOffset, yOffset }) => ({ xAdvance, yAdvance, xOffset, yOffset }));
  const starts = [...new Set(infos.map(({ cluster }) => cluster))].sort((one, other) => one - other);
  const told = new Set<number>();
  const glyphs = infos.map(({ codepoint: id, cluster }) => {
    // What is copied from the page: the first glyph of several has the letters of all.
    const end = starts[starts.indexOf(cluster) + 1] ?? text.length;
    const letters = told.has(cluster) ? '' : text.slice(cluster, end);
    told.add(cluster);
    const codePoints = Array.from(letters).map((letter) => letter.codePointAt(0) ?? 0);
    return { id, codePoints, advanceWidth: font.glyphHAdvance(id) };
  });
  return {
    glyphs,
    positions,
    /** The writer changes the positions to its own unit first. */
    get advanceWidth() {
      return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
    },
  };
}
