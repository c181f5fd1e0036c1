import { readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import { PDFDocument, rgb } from '@cantoo/pdf-lib';
import { beforeAll, describe, expect, it } from 'vitest';
import { inkIn, readPdf, renderPage } from '../../../testing/pdf.ts';
import { isReadable, joinLabels, type LabelFile } from './join-labels.ts';

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
