import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Blob, Face as FontFile, Font } from 'harfbuzzjs';
import { facePackages, type Face } from './faces.rules.ts';

const require = createRequire(import.meta.url);

/** A face as it is drawn. */
export interface Cut {
  readonly face: Face;
  readonly isBold: boolean;
}

/** The writer of PDFs reads the head of a glyph also where a font ends with one that has no outline. */
const PADDING = Buffer.alloc(16);

/** The file of a face in its package: its family, and its weight. Symbols have no bold one. */
export function readFace({ face, isBold }: Cut): Buffer {
  const name = facePackages[face];
  const weight = isBold && face !== 'symbols' ? '700Bold' : '400Regular';
  const family = name
    .split('-')
    .map((word) => (word === 'sc' ? 'SC' : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');
  const path = require.resolve(`@expo-google-fonts/${name}/${weight}/${family}_${weight}.ttf`);
  return Buffer.concat([readFileSync(path), PADDING]);
}

const opened = new Map<string, Font>();

/** Opens a face when the first text needs it, and keeps it: most documents need one or two. */
export function openFace(cut: Cut): Font {
  const key = `${cut.face} ${String(cut.isBold)}`;
  const font = opened.get(key) ?? new Font(new FontFile(new Blob(readFace(cut))));
  opened.set(key, font);
  return font;
}

const known = new Map<Face, Map<number, boolean>>();

/** Whether a face has a glyph for a code point, by its own table. */
export function hasGlyph(face: Face, codePoint: number): boolean {
  const ofFace = known.get(face) ?? new Map<number, boolean>();
  known.set(face, ofFace);
  const before = ofFace.get(codePoint);
  if (before !== undefined) return before;
  const has = (openFace({ face, isBold: false }).nominalGlyph(codePoint) ?? 0) !== 0;
  ofFace.set(codePoint, has);
  return has;
}
