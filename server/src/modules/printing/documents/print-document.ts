import PDFDocument from 'pdfkit';
import { code128 } from './barcode.ts';
import { drawable, type Face } from './faces.rules.ts';
import { hasGlyph, readFace } from './open-faces.ts';
import { fromRight, shapeWithHarfBuzz } from './shape-text.ts';
import { linesOf, runsOf } from './text-lines.rules.ts';
import { directionOf, visualStretches, type Direction } from './visual-order.rules.ts';

/** Points: 72 to the inch. */
const MARGIN = 40;
export const page = { width: 595.28, height: 841.89, margin: MARGIN, inner: 595.28 - 2 * MARGIN } as const;

/** The narrowest bar that a scanner reads from paper, in points. */
const LEAST_MODULE = 0.55;

export interface TextStyle {
  /** In points. */
  readonly size: number;
  readonly isBold?: boolean;
  readonly isQuiet?: boolean;
  readonly align?: 'left' | 'right';
}

/** A4 pages that are drawn on, with faces of every script that names come in; only the glyphs that are used are embedded. */
export interface PrintDocument {
  /** The height that a text takes in a width, in points. */
  heightOf(text: string, width: number, style: TextStyle): number;
  /** Draws a text from its top left corner. @returns the height it took */
  text(text: string, at: { x: number; y: number; width: number }, style: TextStyle): number;
  rule(y: number): void;
  /** Draws a Code 128. @returns the height it took: 0 where the text has none that can be read in this width */
  barcode(text: string, at: { x: number; y: number; width: number }): number;
  addPage(): void;
  finish(): Promise<Buffer>;
}

interface DrawnLine {
  readonly line: string;
  /** That of its paragraph. */
  readonly direction: Direction;
}

const LINE = 1.4;
const BAR_HEIGHT = 28;

/** Opens a document. @param title what a viewer shows as its name */
export function openPrintDocument(title: string, createdAt: Date): PrintDocument {
  const pdf = new PDFDocument({
    autoFirstPage: false,
    size: 'A4',
    margin: 0,
    info: { Title: title, CreationDate: createdAt },
  });
  const parts: Buffer[] = [];
  pdf.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise<void>((resolve, reject) => {
    pdf.on('end', resolve);
    pdf.on('error', reject);
  });
  const registered = new Set<string>();
  const use = (face: Face, { size, isBold = false }: TextStyle): typeof pdf => {
    const name = isBold ? `${face} bold` : face;
    if (registered.has(name)) return pdf.font(name).fontSize(size);
    registered.add(name);
    pdf.registerFont(name, readFace({ face, isBold })).font(name);
    shapeWithHarfBuzz(pdf, { face, isBold });
    return pdf.fontSize(size);
  };
  const widthOf = (text: string, style: TextStyle): number =>
    runsOf(text, hasGlyph).reduce((sum, run) => sum + use(run.face, style).widthOfString(run.text), 0);
  const breakLines = (text: string, width: number, style: TextStyle): readonly DrawnLine[] =>
    drawable(text, hasGlyph)
      .split(/\r\n|\r|\n/)
      .flatMap((paragraph) => {
        const direction = directionOf(paragraph);
        return linesOf(paragraph, width, (part) => widthOf(part, style)).map((line) => ({ line, direction }));
      });
  // The height of a cell is asked for before it is drawn.
  const broken = new Map<string, readonly DrawnLine[]>();
  const linesIn = (text: string, width: number, style: TextStyle): readonly DrawnLine[] => {
    const key = JSON.stringify([style.size, style.isBold === true, width, text]);
    const lines = broken.get(key) ?? breakLines(text, width, style);
    broken.set(key, lines);
    return lines;
  };
  const drawLine = ({ line, direction }: DrawnLine, x: number, baseline: number, style: TextStyle): void => {
    let left = x;
    for (const stretch of visualStretches(line, direction)) {
      const isFromRight = stretch.direction === 'rtl';
      const runs = runsOf(stretch.text, hasGlyph);
      for (const { face, text } of isFromRight ? runs.reverse() : runs) {
        const font = use(face, style);
        const features = isFromRight ? { features: fromRight } : {};
        font.text(text, left, baseline, { lineBreak: false, baseline: 'alphabetic', ...features });
        left += font.widthOfString(text, features);
      }
    }
  };

  return {
    heightOf: (text, width, style) => linesIn(text, width, style).length * style.size * LINE,
    text(text, { x, y, width }, style) {
      const lines = linesIn(text, width, style);
      pdf.fillColor(style.isQuiet === true ? '#5b636d' : '#000000');
      for (const [place, drawn] of lines.entries()) {
        const left = style.align === 'right' ? x + width - widthOf(drawn.line, style) : x;
        drawLine(drawn, left, y + (place + 0.78) * style.size * LINE, style);
      }
      return lines.length * style.size * LINE;
    },
    rule(y) {
      pdf.lineWidth(0.5).strokeColor('#b8bdc4');
      pdf
        .moveTo(MARGIN, y)
        .lineTo(page.width - MARGIN, y)
        .stroke();
    },
    barcode(text, { x, y, width }) {
      const barcode = code128(text);
      const module = barcode === null ? 0 : Math.min(1, width / barcode.width);
      if (barcode === null || module < LEAST_MODULE) return 0;
      pdf.fillColor('#000000');
      for (const bar of barcode.bars) {
        pdf.rect(x + (barcode.quiet + bar.at) * module, y, bar.width * module, BAR_HEIGHT);
      }
      pdf.fill();
      return BAR_HEIGHT;
    },
    addPage() {
      pdf.addPage();
    },
    async finish() {
      pdf.end();
      await ended;
      return Buffer.concat(parts);
    },
  };
}
