import { PDFDocument, degrees, rgb } from '@cantoo/pdf-lib';
import PDFKit from 'pdfkit';
import { describe, expect, it } from 'vitest';
import { inkIn, readPdf, renderPage, type Picture } from '../../../testing/pdf.ts';
import { readFace } from '../documents/open-faces.ts';
import { contentBox } from './content-box.rules.ts';
import { findContents } from './find-content.ts';
import { joinLabels } from './join-labels.ts';

const A4 = [595.28, 841.89] as const;

/** What a page shows, by its picture: in points from its lower left corner. */
function inkBox({ width, height, data }: Picture): readonly [number, number, number, number] {
  const [xs, ys]: [number[], number[]] = [[], []];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4;
      if ((data[at] ?? 255) + (data[at + 1] ?? 255) + (data[at + 2] ?? 255) >= 750) continue;
      xs.push(x);
      ys.push(y);
    }
  }
  const most = (all: readonly number[]) => all.reduce((one, other) => Math.max(one, other), 0);
  const least = (all: readonly number[]) => all.reduce((one, other) => Math.min(one, other), Infinity);
  return [least(xs), height - most(ys) - 1, most(xs) + 1, height - least(ys)];
}

type Draw = (pdf: PDFKit.PDFDocument) => unknown;

async function drawn(draw: Draw): Promise<Buffer> {
  const pdf = new PDFKit({ size: [...A4], margin: 0 });
  const parts: Buffer[] = [];
  pdf.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise((resolve) => pdf.on('end', resolve));
  pdf.rect(0, 0, ...A4).fill('#ffffff');
  draw(pdf.fillColor('#000000'));
  pdf.end();
  await ended;
  return Buffer.concat(parts);
}

const pages: readonly (readonly [what: string, draw: Draw])[] = [
  ['a frame with a thick line', (pdf) => pdf.lineWidth(40).rect(60, 60, 200, 300).stroke()],
  ['words of a font', (pdf) => pdf.font(readFace({ face: 'latin', isBold: true })).fontSize(30).text('Ågç Parcel', 50, 90, { lineBreak: false })],
  ['words that are parted', (pdf) => pdf.font(readFace({ face: 'latin', isBold: false })).fontSize(20).text('Wide words', 50, 90, { lineBreak: false, characterSpacing: 9, wordSpacing: 20 })],
  ['words in Thai and Chinese', (pdf) => { pdf.font(readFace({ face: 'thai', isBold: false })).fontSize(24).text('น้ำผึ้ง', 70, 200, { lineBreak: false }); pdf.font(readFace({ face: 'han', isBold: false })).fontSize(24).text('陈伟明', 170, 260, { lineBreak: false }); }],
  ['words of the reader', (pdf) => pdf.font('Helvetica').fontSize(18).text('Ship to: 1 Orchard Road', 100, 300, { lineBreak: false })],
  ['turned and enlarged shapes', (pdf) => pdf.save().translate(200, 300).rotate(30).scale(2).rect(0, 0, 60, 40).fill().restore()],
  ['curves', (pdf) => pdf.circle(200, 200, 80).fill('#333333')],
  ['a colour that runs', (pdf) => pdf.rect(80, 90, 120, 60).fill(pdf.linearGradient(80, 90, 200, 150).stop(0, '#111111').stop(1, '#888888'))],
  ['a clip', (pdf) => pdf.save().rect(100, 100, 80, 80).clip().rect(100, 100, 80, 80).fill().restore()],
]; // oxfmt-ignore

describe('the content of a large page', () => {
  it.each(pages)(
    'is found where it is %s: nothing of it is cut off, and little is left about it',
    async (_what, draw) => {
      const bytes = await drawn(draw);
      const [found] = await findContents(await PDFDocument.load(bytes));
      const [left, bottom, right, top] = inkBox(await renderPage(bytes, 1, 1));
      if (found == null) throw new Error('It was not found.');
      for (const [inside, outside] of [
        [left, found.left],
        [bottom, found.bottom],
      ] as const) {
        expect(outside).toBeLessThanOrEqual(inside);
        expect(outside).toBeGreaterThan(inside - 24);
      }
      for (const [inside, outside] of [
        [right, found.right],
        [top, found.top],
      ] as const) {
        expect(outside).toBeGreaterThanOrEqual(inside);
        expect(outside).toBeLessThan(inside + 24);
      }
    },
  );

  it('is not found where it fills the page, where there is none, and on a small page', async () => {
    const whole = await PDFDocument.load(await drawn((pdf) => pdf.rect(20, 20, 550, 800).stroke()));
    expect(await findContents(whole)).toEqual([null]);
    expect(await findContents(await PDFDocument.load(await drawn(() => undefined)))).toEqual([null]);
    const small = await PDFDocument.create();
    small.addPage([288, 432]).drawRectangle({ x: 10, y: 10, width: 20, height: 20 });
    expect(await findContents(small)).toEqual([null]);
  });

  it('is not certain where a step is not known', () => {
    const path = { name: 'constructPath', args: ['fill', [], [0, 0, 10, 10]] };
    expect(contentBox([path])).toEqual({ left: 0, bottom: 0, right: 10, top: 10 });
    expect(contentBox([path, { name: 'shadingFill', args: ['p0'] }])).toBeNull();
    expect(contentBox([path, { name: 'transform', args: [1, 0] }])).toBeNull();
    const own = { name: 'showText', args: [[{ width: 500, operatorListId: 'a' }]] };
    expect(contentBox([path, own])).toBeNull();
  });
});

describe('a small label on a page of A4', () => {
  /** A label of A6 on A4, whose upper third is black; its rest has a thin frame. */
  async function onA4(x: number, y: number, turn = 0): Promise<Uint8Array> {
    const label = await PDFDocument.create();
    const form = label.addPage([286, 408]);
    form.drawRectangle({ x: 1, y: 1, width: 284, height: 406, borderWidth: 1, borderColor: rgb(0, 0, 0) });
    form.drawRectangle({ x: 0, y: 272, width: 286, height: 136 });
    form.drawText('TRACK 12345', { x: 20, y: 100 });
    const pdf = await PDFDocument.create();
    const page = pdf.addPage([...A4]);
    page.drawRectangle({ x: 0, y: 0, width: 595.28, height: 841.89, color: rgb(1, 1, 1) });
    const [embedded] = await pdf.embedPdf(await label.save());
    if (embedded !== undefined) page.drawPage(embedded, { x, y });
    page.setRotation(degrees(turn));
    return pdf.save();
  }

  it.each([
    [0, 425, 0],
    [300, 10, 0],
    [150, 200, 90],
    [150, 200, 180],
  ])('at %i, %i of a page turned by %i degrees is cut out, in its size', async (x, y, turn) => {
    const bytes = await onA4(x, y, turn);
    const joined = await joinLabels([{ kind: 'pdf', bytes }], 'A6');
    expect((await readPdf(joined))[0]?.text).toContain('TRACK 12345');
    const picture = await renderPage(joined, 1, 1);
    const [left, bottom, right, top] = inkBox(picture);
    expect(Math.abs(right - left - 286)).toBeLessThan(3);
    expect(Math.abs(top - bottom - 408)).toBeLessThan(3);
    const black = turn === 180 ? ([0.1, 0.7, 0.9, 0.95] as const) : ([0.1, 0.05, 0.9, 0.3] as const);
    expect(inkIn(picture, black)).toBeGreaterThan(0.98);
  });

  it('is not enlarged, as it has its size', async () => {
    const bytes = await drawn((pdf) => pdf.rect(40, 40, 120, 160).fill());
    const picture = await renderPage(await joinLabels([{ kind: 'pdf', bytes }], 'A4'), 1, 1);
    const [left, bottom, right, top] = inkBox(picture);
    expect([right - left, top - bottom].map((points) => Math.round(points / 4) * 4)).toEqual([120, 160]);
  });
});
