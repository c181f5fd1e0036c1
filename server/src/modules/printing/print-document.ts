import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { code128 } from './barcode.ts';
import { linesOf, runsOf, type Face } from './text-lines.rules.ts';

/** Points: 72 to the inch. */
const MARGIN = 40;
export const page = { width: 595.28, height: 841.89, margin: MARGIN, inner: 595.28 - 2 * MARGIN } as const;

/** The narrowest bar that a scanner reads from paper, in points. */
const LEAST_MODULE = 0.55;

const require = createRequire(import.meta.url);
const fonts = {
  main: require.resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'),
  bold: require.resolve('@expo-google-fonts/noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf'),
  thai: require.resolve('@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf'),
  korean: require.resolve('@expo-google-fonts/nanum-gothic/400Regular/NanumGothic_400Regular.ttf'),
} as const;

export interface TextStyle {
  /** In points. */
  readonly size: number;
  readonly isBold?: boolean;
  readonly isQuiet?: boolean;
  readonly align?: 'left' | 'right';
}

/** A4 pages that are drawn on, with fonts of every script that names come in; only the glyphs that are used are embedded. */
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

const LINE = 1.4;
const BAR_HEIGHT = 28;

/** Opens a document. @param title what a viewer shows as its name */
export async function openPrintDocument(title: string, createdAt: Date): Promise<PrintDocument> {
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
  for (const [name, path] of Object.entries(fonts)) pdf.registerFont(name, await readFile(path));

  const use = (face: Face, { size, isBold = false }: TextStyle): typeof pdf =>
    pdf.font(face === 'main' && isBold ? 'bold' : face).fontSize(size);
  const widthOf = (text: string, style: TextStyle): number =>
    runsOf(text).reduce((sum, run) => sum + use(run.face, style).widthOfString(run.text), 0);
  const linesIn = (text: string, width: number, style: TextStyle): string[] =>
    linesOf(text, width, (part) => widthOf(part, style));

  return {
    heightOf: (text, width, style) => linesIn(text, width, style).length * style.size * LINE,
    text(text, { x, y, width }, style) {
      const lines = linesIn(text, width, style);
      pdf.fillColor(style.isQuiet === true ? '#5b636d' : '#000000');
      for (const [place, line] of lines.entries()) {
        let left = style.align === 'right' ? x + width - widthOf(line, style) : x;
        const baseline = y + (place + 0.78) * style.size * LINE;
        for (const run of runsOf(line)) {
          const font = use(run.face, style);
          font.text(run.text, left, baseline, { lineBreak: false, baseline: 'alphabetic' });
          left += font.widthOfString(run.text);
        }
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
