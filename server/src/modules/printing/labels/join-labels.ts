import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { PaperSize } from '@evenstock/contract/printing/printing';
import { degrees, PDFDocument, type PDFPage } from '@cantoo/pdf-lib';
import type { ContentBox } from './content-box.rules.ts';
import type { LabelKind } from './label-content.rules.ts';
import { findContents } from './find-content.ts';
import { openLabel } from './open-label.ts';
import { placeLabel, slotsOf, type Slot } from './label-layout.rules.ts';

export interface LabelFile {
  readonly kind: Exclude<LabelKind, 'html' | 'zpl'>;
  readonly bytes: Uint8Array;
}

/** Whether a file can be read as what it says it is, and shows something. */
export async function isReadable({ kind, bytes }: LabelFile): Promise<boolean> {
  try {
    const pdf = kind === 'pdf' ? await openLabel(bytes) : await PDFDocument.create();
    if (kind === 'png') await pdf.embedPng(bytes);
    if (kind === 'jpeg') await pdf.embedJpg(bytes);
    return kind !== 'pdf' || pdf.getPageCount() > 0;
  } catch {
    return false;
  }
}

/** Joins labels for label printers: one after the other. */
export const joinZpl = (labels: readonly Uint8Array[]): Uint8Array =>
  Buffer.concat(labels.flatMap((label) => [label, Buffer.from('\n')]));

/**
 * Joins labels in their order in one PDF: every page of each, as large as its place allows, turned where it lies on its side.
 * @throws Error where a file is not readable
 */
export async function joinLabels(labels: readonly LabelFile[], paper: PaperSize): Promise<Uint8Array> {
  const joined = await PDFDocument.create();
  const { width, height, slots } = slotsOf(paper);
  let page: PDFPage | null = null;
  let used = 0;
  const nextSlot = (): { on: PDFPage; slot: Slot } => {
    if (page === null || used === slots.length) {
      page = joined.addPage([width, height]);
      used = 0;
    }
    const slot = slots[used];
    if (slot === undefined) throw new Error('A sheet has no place for a label.');
    used += 1;
    return { on: page, slot };
  };
  for (const label of labels) {
    await (label.kind === 'pdf'
      ? addPages(joined, label.bytes, nextSlot)
      : addPicture(joined, label, nextSlot));
    await letOthersRun();
  }
  return joined.save({ objectsPerTick: 50 });
}

type NextSlot = () => { readonly on: PDFPage; readonly slot: Slot };

async function addPages(joined: PDFDocument, bytes: Uint8Array, nextSlot: NextSlot): Promise<void> {
  const source = await openLabel(bytes);
  const contents = await findContents(source);
  for (const [place, page] of source.getPages().entries()) {
    // A page without content cannot be embedded; it shows nothing.
    if (page.node.Contents() === undefined) continue;
    const cut = contents[place] ?? null;
    const box = cut ?? wholeOf(page);
    const [width, height] = [box.right - box.left, box.top - box.bottom];
    const embedded = await joined.embedPage(page, box);
    const { on, slot } = nextSlot();
    // What was cut out of a larger page has the size that it is to have.
    const label = { width, height, turned: page.getRotation().angle, most: cut === null ? Infinity : 1 };
    const { angle, ...at } = placeLabel(label, slot);
    on.drawPage(embedded, { ...at, rotate: degrees(angle) });
  }
}

function wholeOf(page: PDFPage): ContentBox {
  const { x, y, width, height } = page.getCropBox();
  return { left: x, bottom: y, right: x + width, top: y + height };
}

async function addPicture(
  joined: PDFDocument,
  { kind, bytes }: LabelFile,
  nextSlot: NextSlot,
): Promise<void> {
  const picture = kind === 'png' ? await joined.embedPng(bytes) : await joined.embedJpg(bytes);
  const { on, slot } = nextSlot();
  const { angle, ...at } = placeLabel(
    { width: picture.width, height: picture.height, turned: 0, most: Infinity },
    slot,
  );
  on.drawImage(picture, { ...at, rotate: degrees(angle) });
}
