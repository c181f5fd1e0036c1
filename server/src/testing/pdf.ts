import {
  BarcodeFormat,
  BinaryBitmap,
  DecodeHintType,
  HybridBinarizer,
  MultiFormatReader,
  NotFoundException,
  RGBLuminanceSource,
} from '@zxing/library';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { z } from 'zod';

/* PDFs as a person sees them: their pages, the text on them, and what a scanner reads from the picture of one. */

export interface PdfPage {
  /** Size in points. */
  readonly width: number;
  readonly height: number;
  readonly text: string;
}

// The reader takes the bytes that it is given for its own.
const opened = (bytes: Uint8Array) => getDocument({ data: Uint8Array.from(bytes), verbosity: 0 }).promise;

/** The pages of a PDF. */
export async function readPdf(bytes: Uint8Array): Promise<readonly PdfPage[]> {
  const pdf = await opened(bytes);
  const pages: PdfPage[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const { items } = await page.getTextContent();
    const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : ' ') : '')).join('');
    pages.push({ width, height, text: text.replaceAll(/ +/g, ' ') });
  }
  await pdf.destroy();
  return pages;
}

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** RGBA. */
  readonly data: Uint8ClampedArray;
}

const canvas = z.object({
  canvas: z.custom<object>(),
  context: z.custom<{
    getImageData(x: number, y: number, width: number, height: number): { data: Uint8ClampedArray };
  }>(),
});

/** A page as a picture. @param number from 1 @param scale pixels for each point */
export async function renderPage(bytes: Uint8Array, number: number, scale = 3): Promise<Picture> {
  const pdf = await opened(bytes);
  const page = await pdf.getPage(number);
  const viewport = page.getViewport({ scale });
  const [width, height] = [Math.ceil(viewport.width), Math.ceil(viewport.height)];
  const factory = z
    .object({ create: z.custom<(w: number, h: number) => unknown>() })
    .parse(pdf.canvasFactory);
  const made = canvas.parse(factory.create.call(pdf.canvasFactory, width, height));
  await page.render({ canvas: made.canvas, canvasContext: made.context, viewport }).promise;
  const { data } = made.context.getImageData(0, 0, width, height);
  await pdf.destroy();
  return { width, height, data };
}

/** The share of pixels of a part of a picture that are not white; the part in shares of width and height. */
export function inkIn(
  { width, height, data }: Picture,
  [left, top, right, bottom]: readonly [number, number, number, number],
): number {
  let dark = 0;
  let all = 0;
  for (let y = Math.floor(top * height); y < Math.floor(bottom * height); y += 1) {
    for (let x = Math.floor(left * width); x < Math.floor(right * width); x += 1) {
      const at = (y * width + x) * 4;
      all += 1;
      if ((data[at] ?? 255) + (data[at + 1] ?? 255) + (data[at + 2] ?? 255) < 600) dark += 1;
    }
  }
  return dark / all;
}

/** The texts of the Code 128 barcodes in a picture, from its top; what two scans find is said once. */
export function scanBarcodes({ width, height, data }: Picture): string[] {
  const grey = new Uint8ClampedArray(width * height);
  for (let pixel = 0; pixel < grey.length; pixel += 1) {
    const at = pixel * 4;
    grey[pixel] = ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 3;
  }
  const reader = new MultiFormatReader();
  reader.setHints(new Map([[DecodeHintType.POSSIBLE_FORMATS, [BarcodeFormat.CODE_128]]]));
  const found: string[] = [];
  const strip = 60;
  for (let top = 0; top + strip <= height; top += strip / 3) {
    const source = new RGBLuminanceSource(grey, width, height).crop(0, top, width, strip);
    try {
      const text = reader.decodeWithState(new BinaryBitmap(new HybridBinarizer(source))).getText();
      if (!found.includes(text)) found.push(text);
    } catch (error) {
      if (!(error instanceof NotFoundException)) throw error;
    }
  }
  return found;
}
