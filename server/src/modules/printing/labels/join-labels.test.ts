import { readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import { degrees, PDFDocument, PDFHexString, PDFName, PDFString, rgb, type PDFRef } from '@cantoo/pdf-lib';
import PDFKit from 'pdfkit';
import { beforeAll, describe, expect, it } from 'vitest';
import { inkIn, readPdf, renderPage } from '../../../testing/pdf.ts';
import { isReadable, joinLabels, joinZpl, type LabelFile } from './join-labels.ts';

/* Labels whose upper half is black, so that their rendered pages show where each lies and which way is up. */

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
}

/** A grey PNG. @param isBlack whether a pixel is black */
function pngOf(width: number, height: number, isBlack: (x: number, y: number) => boolean): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.from([0, ...Array.from({ length: width }, (__, x) => (isBlack(x, y) ? 0 : 255))]),
  );
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

async function halfBlackPdf(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([160, 240]);
  page.drawRectangle({ x: 0, y: 120, width: 160, height: 120, color: rgb(0, 0, 0) });
  return pdf.save();
}

const png: LabelFile = { kind: 'png', bytes: pngOf(16, 24, (_, y) => y < 12) };
/** It lies on its side: its left half is the upper one. */
const lying: LabelFile = { kind: 'png', bytes: pngOf(24, 16, (x) => x < 12) };
const jpeg: LabelFile = {
  kind: 'jpeg',
  bytes: readFileSync(new URL('../../../testing/half-black.jpg', import.meta.url)),
};
let pdf: LabelFile;
beforeAll(async () => {
  pdf = { kind: 'pdf', bytes: await halfBlackPdf() };
});

type Part = Parameters<typeof inkIn>[1];
const upper: Part = [0.2, 0.2, 0.8, 0.45];
const lower: Part = [0.2, 0.55, 0.8, 0.8];

type Annotation = Readonly<Record<string, string | number | readonly number[] | PDFString | { N: PDFRef }>>;

/** A label with a form field, a stamp whose matrix turns it, a text note, and what is hidden; its page itself is empty but for a line. */
async function annotatedPdf(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([160, 240]);
  page.drawRectangle({ x: 0, y: 0, width: 160, height: 4 });
  const field = pdf.getForm().createTextField('tracking');
  field.setText('TRACK 12345');
  field.addToPage(page, { x: 20, y: 190, width: 120, height: 20 });
  const { context } = pdf;
  const add = (annotation: Annotation) => {
    page.node.addAnnot(context.register(context.obj({ Type: 'Annot', ...annotation })));
  };
  const black = context.register(
    context.stream('0 0 0 rg 0 0 10 20 re f', {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, 10, 20],
      Matrix: [0, 1, -1, 0, 0, 0],
    }),
  );
  add({ Subtype: 'Stamp', Rect: [40, 100, 120, 140], AP: { N: black } });
  add({ Subtype: 'Stamp', Rect: [40, 10, 120, 50], AP: { N: black }, F: 2 });
  add({
    Subtype: 'FreeText',
    Rect: [20, 60, 140, 80],
    Contents: PDFString.of('Fragile'),
    DA: PDFString.of('/Helv 12 Tf 0 g'),
  });
  return pdf.save();
}

describe('a label with fields, stamps and notes', () => {
  it('is joined with all that a viewer shows of it, where it lies', async () => {
    const bytes = await annotatedPdf();
    const joined = await joinLabels([{ kind: 'pdf', bytes }], 'A6');
    const [page] = await readPdf(joined);
    expect(page?.text).toContain('TRACK 12345');
    expect(page?.text).toContain('Fragile');
    const picture = await renderPage(joined, 1, 2);
    // A label of 160 × 240 is as wide as 280.6 of 297.6 on A6.
    const part = (left: number, bottom: number, right: number, top: number): Part => {
      const across = (x: number) => 0.5 + ((x - 80) / 160) * (280.63 / 297.64);
      return [across(left), 1 - top / 240, across(right), 1 - bottom / 240];
    };
    expect(inkIn(picture, part(42, 102, 118, 138))).toBeGreaterThan(0.98);
    expect(inkIn(picture, part(10, 144, 150, 186))).toBe(0);
    expect(inkIn(picture, part(10, 8, 150, 54))).toBe(0);
  });

  it('is joined with the value of a field that its writer did not draw, in its script', async () => {
    const pdf = await PDFDocument.create();
    const page = pdf.addPage([160, 240]);
    const field = pdf.getForm().createTextField('address');
    field.addToPage(page, { x: 20, y: 100, width: 120, height: 40 });
    field.acroField.setValue(PDFHexString.fromText('陈伟明 Łódź'));
    for (const widget of field.acroField.getWidgets()) widget.dict.delete(PDFName.of('AP'));
    const bytes = await pdf.save({ updateFieldAppearances: false });
    const joined = await joinLabels([{ kind: 'pdf', bytes }], 'A6');
    expect((await readPdf(joined))[0]?.text.replaceAll(/\s/g, '')).toContain('陈伟明Łódź');
    const picture = await renderPage(joined, 1, 2);
    expect(inkIn(picture, [0.1, 0.4, 0.9, 0.6])).toBeGreaterThan(0.005);
    expect(inkIn(picture, [0, 0, 1, 0.38])).toBe(0);
  });
});

describe('a label that its owner has locked', () => {
  it.each(['1.3', '1.4', '1.6', '1.7ext3'] as const)(
    'by the means of PDF %s is joined',
    async (pdfVersion) => {
      const pdf = new PDFKit({ size: [160, 240], margin: 0, pdfVersion, ownerPassword: 'owner' });
      const parts: Buffer[] = [];
      pdf.on('data', (part: Buffer) => parts.push(part));
      const ended = new Promise((resolve) => pdf.on('end', resolve));
      pdf.rect(0, 0, 160, 120).fill('black');
      pdf.text('TRACK 12345', 20, 150);
      pdf.end();
      await ended;
      const bytes = Buffer.concat(parts);
      expect(bytes.includes('/Encrypt')).toBe(true);
      expect(await isReadable({ kind: 'pdf', bytes })).toBe(true);
      const joined = await joinLabels([{ kind: 'pdf', bytes }], 'A6');
      expect((await readPdf(joined))[0]?.text).toContain('TRACK 12345');
      const picture = await renderPage(joined, 1, 1);
      expect(inkIn(picture, upper)).toBeGreaterThan(0.95);
      expect(inkIn(picture, [0, 0.7, 1, 1])).toBe(0);
    },
  );

  it('is not readable where a reader needs a password', async () => {
    const pdf = await PDFDocument.create();
    pdf.addPage([160, 240]).drawText('secret');
    pdf.encrypt({ userPassword: 'reader', ownerPassword: 'owner' });
    expect(await isReadable({ kind: 'pdf', bytes: await pdf.save() })).toBe(false);
  });
});

describe('a page that is turned', () => {
  /** A page whose upper third is black, as it is seen once its viewer has turned it. */
  async function turned(angle: number, [width, height]: readonly [number, number]): Promise<Uint8Array> {
    const pdf = await PDFDocument.create();
    const page = pdf.addPage([width, height]);
    page.setRotation(degrees(angle));
    const third = {
      0: { x: 0, y: (2 * height) / 3, width, height: height / 3 },
      90: { x: 0, y: 0, width: width / 3, height },
      180: { x: 0, y: 0, width, height: height / 3 },
      270: { x: (2 * width) / 3, y: 0, width: width / 3, height },
    }[angle];
    if (third !== undefined) page.drawRectangle(third);
    return pdf.save();
  }

  it.each([
    [0, [160, 240]],
    [90, [240, 160]],
    [180, [160, 240]],
    [270, [240, 160]],
  ] as const)('by %i degrees to be upright is so on paper', async (angle, size) => {
    const bytes = await turned(angle, size);
    const seen = await renderPage(bytes, 1, 1);
    expect(inkIn(seen, [0, 0, 1, 0.3])).toBeGreaterThan(0.95);
    const picture = await renderPage(await joinLabels([{ kind: 'pdf', bytes }], 'A6'), 1, 1);
    expect(inkIn(picture, [0.1, 0.05, 0.9, 0.3])).toBeGreaterThan(0.95);
    expect(inkIn(picture, [0, 0.4, 1, 1])).toBe(0);
  });

  it.each([90, 270])('by %i degrees on its side is printed as it was drawn', async (angle) => {
    const pdf = await PDFDocument.create();
    const page = pdf.addPage([160, 240]);
    page.setRotation(degrees(angle));
    page.drawRectangle({ x: 0, y: 160, width: 160, height: 80 });
    const joined = await joinLabels([{ kind: 'pdf', bytes: await pdf.save() }], '100x150');
    const picture = await renderPage(joined, 1, 1);
    expect(inkIn(picture, [0.1, 0.05, 0.9, 0.3])).toBeGreaterThan(0.95);
    expect(inkIn(picture, [0, 0.4, 1, 1])).toBe(0);
  });

  it('is as large as the paper of a label printer', async () => {
    const [page] = await readPdf(await joinLabels([png], '100x150'));
    expect([page?.width, page?.height].map((points) => Math.round(((points ?? 0) / 72) * 25.4))).toEqual([
      100, 150,
    ]);
  });
});

describe('labels that are pictures', () => {
  it('are joined with PDFs in their order, each upright on its own page', async () => {
    const joined = await joinLabels([png, pdf, jpeg], 'A6');
    const pages = await readPdf(joined);
    expect(pages.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual([
      [298, 421],
      [298, 421],
      [298, 421],
    ]);
    for (const number of [1, 2, 3]) {
      const picture = await renderPage(joined, number, 1);
      expect(inkIn(picture, upper)).toBeGreaterThan(0.95);
      expect(inkIn(picture, lower)).toBeLessThan(0.05);
    }
  });

  it('are turned where they lie on their side', async () => {
    const picture = await renderPage(await joinLabels([lying], 'A6'), 1, 1);
    const inks = [inkIn(picture, upper), inkIn(picture, lower)].toSorted((one, other) => one - other);
    expect(inks[0]).toBeLessThan(0.05);
    expect(inks[1]).toBeGreaterThan(0.95);
  });

  it('fill the places of an A4 sheet from the upper left, row by row', async () => {
    const joined = await joinLabels([png, jpeg, pdf, png, jpeg], 'A4');
    expect(await readPdf(joined)).toHaveLength(2);
    const last = await renderPage(joined, 2, 1);
    expect(inkIn(last, [0.1, 0.1, 0.4, 0.2])).toBeGreaterThan(0.95);
    expect(inkIn(last, [0.55, 0, 1, 1])).toBe(0);
    expect(inkIn(last, [0, 0.55, 1, 1])).toBe(0);
  });

  it('that are damaged are not readable', async () => {
    expect(await isReadable(png)).toBe(true);
    expect(await isReadable(jpeg)).toBe(true);
    for (const { kind, bytes } of [png, jpeg, pdf])
      expect(await isReadable({ kind, bytes: bytes.subarray(0, 20) })).toBe(false);
  });
});

it('labels for label printers follow one another as they are', () => {
  const joined = joinZpl([Buffer.from('^XA^FDone^XZ'), Buffer.from('^XA^FDother^XZ\n')]);
  expect(Buffer.from(joined).toString()).toBe('^XA^FDone^XZ\n^XA^FDother^XZ\n\n');
});
