import type { PDFDocument, PDFPage } from '@cantoo/pdf-lib';
import { contentBox, type ContentBox, type DrawingStep } from './content-box.rules.ts';

/** A page that is larger than any label printer's paper, in points, may hold a label on a part of it. */
const LARGE = { short: 340, long: 500 };
/** What is left about the content, in points. */
const AROUND = 6;
/** The content is cut out where it takes less than this part of the width or the height. */
const PART = 0.8;

const isLarge = ({ width, height }: { readonly width: number; readonly height: number }): boolean =>
  Math.min(width, height) > LARGE.short && Math.max(width, height) > LARGE.long;

/**
 * The parts of a label's pages that show something, where a page is large and its content is not. Null: the page is kept as it is, also
 * where what it shows is not certain. The reader is loaded for such a page alone.
 */
export async function findContents(label: PDFDocument): Promise<readonly (ContentBox | null)[]> {
  const pages = label.getPages();
  const whole = pages.map(() => null);
  if (!pages.some((page) => isLarge(page.getCropBox()))) return whole;
  try {
    const steps = await stepsOf(await label.save({ updateFieldAppearances: false }));
    return pages.map((page, place) =>
      isLarge(page.getCropBox()) ? cutOf(page, contentBox(steps[place] ?? [])) : null,
    );
  } catch {
    // The reader fails on some pages that others show.
    return whole;
  }
}

/** How each page is drawn. */
async function stepsOf(bytes: Uint8Array): Promise<readonly (readonly DrawingStep[])[]> {
  const { getDocument, OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const names = new Map(Object.entries(OPS).map(([name, code]) => [code, name]));
  const nameOf = (code: unknown): string => (typeof code === 'number' ? names.get(code) : undefined) ?? '';
  // The reader takes the bytes that it is given for its own.
  const reader = getDocument({ data: Uint8Array.from(bytes), verbosity: 0, isEvalSupported: false });
  try {
    const label = await reader.promise;
    const pages: (readonly DrawingStep[])[] = [];
    for (let number = 1; number <= label.numPages; number += 1) {
      const { fnArray, argsArray } = await (await label.getPage(number)).getOperatorList();
      const steps = fnArray.map((code, at): DrawingStep => {
        const args: unknown = argsArray[at];
        const name = nameOf(code);
        const list: readonly unknown[] = Array.isArray(args) ? args : [];
        return { name, args: name === 'constructPath' ? [nameOf(list[0]), ...list.slice(1)] : list };
      });
      pages.push(steps);
    }
    return pages;
  } finally {
    await reader.destroy();
  }
}

function cutOf(page: PDFPage, content: ContentBox | null): ContentBox | null {
  if (content === null) return null;
  const { x, y, width, height } = page.getCropBox();
  const cut = {
    left: Math.max(x, content.left - AROUND),
    bottom: Math.max(y, content.bottom - AROUND),
    right: Math.min(x + width, content.right + AROUND),
    top: Math.min(y + height, content.top + AROUND),
  };
  const [wide, high] = [cut.right - cut.left, cut.top - cut.bottom];
  const isPart = wide < width * PART || high < height * PART;
  return wide > 0 && high > 0 && isPart ? cut : null;
}
