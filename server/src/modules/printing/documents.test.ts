import { describe, expect, it } from 'vitest';
import { inkIn, readPdf, renderPage, scanBarcodes } from '../../testing/pdf.ts';
import { drawInvoices } from './draw-invoices.ts';
import { drawPickList } from './draw-pick-list.ts';
import type { Invoice } from './invoice.rules.ts';

const at = new Date('2026-11-01T01:00:00Z');

const invoice: Invoice = {
  reference: '2511010ABC#12',
  date: '01/11/2026',
  seller: { name: 'Công ty TNHH Nguyễn', address: '1 Đường Lê Lợi\nHà Nội' },
  buyer: ['陈伟明 สมชาย ใจดี', '김민수, 1 Orchard Road #02-03', '238823'],
  items: [
    { name: '红色棉质T恤', sku: 'TEE-RED', quantity: 2, unitPrice: '$18.00', total: '$36.00' },
    { name: 'Áo thun cỡ lớn', sku: null, quantity: 1, unitPrice: '$5.00', total: '$5.00' },
  ],
  amounts: [
    { label: 'Items', amount: '$41.00' },
    { label: 'Shipping', amount: '$1.49' },
  ],
  total: '$42.49',
};

describe('an invoice', () => {
  it('shows reference, date, seller, buyer, items and amounts, in the scripts of their names', async () => {
    const pdf = await drawInvoices([invoice], at);
    const pages = await readPdf(pdf);
    expect(pages).toHaveLength(1);
    const [page] = pages;
    expect([Math.round(page?.width ?? 0), Math.round(page?.height ?? 0)]).toEqual([595, 842]);
    const text = page?.text.replaceAll(/\s+/g, ' ') ?? '';
    for (const part of [
      'Reference: 2511010ABC#12',
      'Date: 01/11/2026',
      'Công ty TNHH Nguyễn',
      '1 Đường Lê Lợi',
      '陈伟明',
      'สมชาย ใจดี',
      '김민수',
      '1 Orchard Road #02-03',
      '红色棉质T恤',
      'TEE-RED',
      'Áo thun cỡ lớn',
      '$36.00',
      'Shipping',
      '$42.49',
    ]) {
      expect(text.replaceAll(' ', '')).toContain(part.replaceAll(' ', ''));
    }
  });

  it('has a barcode that a scanner reads, and is small though it has four fonts', async () => {
    const pdf = await drawInvoices([invoice], at);
    expect(scanBarcodes(await renderPage(pdf, 1))).toEqual(['2511010ABC#12']);
    expect(pdf.length).toBeLessThan(120_000);
  });

  it('draws the glyphs of every script: nothing is an empty box', async () => {
    const draw = (buyer: string) => drawInvoices([{ ...invoice, buyer: [buyer] }], at);
    // An unknown character is drawn as the same box whichever it is; known ones differ.
    const pictures = await Promise.all(
      ['陈陈陈', '伟伟伟', 'กกก', 'ขขข', '김김김', '민민민', 'ễễễ', 'ộộộ'].map(async (name) => {
        const { data } = await renderPage(await draw(name), 1, 1);
        return Buffer.from(data).toString('base64');
      }),
    );
    expect(new Set(pictures).size).toBe(pictures.length);
  });

  it('is made for a name in a script that is parted by spaces', async () => {
    const buyer = ['김 민수', 'محمد علي', 'ශ්\u200dරී ලංකා', '😀 🧿', 'a\u0301\u0323\u0302\u034f'];
    const [page] = await readPdf(await drawInvoices([{ ...invoice, buyer }], at));
    expect(page?.text).toContain('김 민수');
  });

  /** The picture of the second line of the buyer: its left part, in points. */
  const lineOf = async (name: string, width: number): Promise<string> => {
    const pdf = await drawInvoices([{ ...invoice, buyer: ['-', name] }], at);
    const scale = 4;
    const picture = await renderPage(pdf, 1, scale);
    const rows: Buffer[] = [];
    for (let y = 136 * scale; y < 155 * scale; y += 1) {
      const from = (y * picture.width + 296 * scale) * 4;
      rows.push(Buffer.from(picture.data.subarray(from, from + width * scale * 4)));
    }
    return Buffer.concat(rows).toString('base64');
  };
  const isEmpty = (line: string): boolean => Buffer.from(line, 'base64').every((value) => value === 255);

  it.each([
    ['Hebrew', 'שלום עולם', 'עולם', 24],
    ['Arabic', 'محمد علي', 'علي', 14],
    ['Hebrew in Latin', 'Tan שלום עולם', 'Tan עולם', 40],
    ['Hebrew with a number', 'רחוב 12', '12', 10],
  ])('draws words from the right in %s: the last one is leftmost', async (_script, both, last, width) => {
    expect(isEmpty(await lineOf(last, width))).toBe(false);
    expect(await lineOf(both, width)).toBe(await lineOf(last, width));
  });

  it('joins Arabic letters, keeps the order of digits, and turns brackets', async () => {
    expect(await lineOf('عل', 20)).not.toBe(await lineOf('ع\u200cل', 20));
    expect(await lineOf('۱۲', 5)).toBe(await lineOf('۱', 5));
    expect(await lineOf('ب ۱۲', 10)).toBe(await lineOf('۱۲', 10));
    expect(await lineOf('(ש)', 3)).toBe(await lineOf('(a', 3));
  });

  it('goes over as many pages as its items need, with the total on the last', async () => {
    const items = Array.from({ length: 90 }, (_, place) => ({
      name: `Item ${String(place)} ${'with a long name '.repeat(4)}`,
      sku: `SKU-${String(place)}`,
      quantity: 1,
      unitPrice: '$1.00',
      total: '$1.00',
    }));
    const pages = await readPdf(await drawInvoices([{ ...invoice, items }, invoice], at));
    expect(pages.length).toBeGreaterThan(3);
    expect(pages.filter(({ text }) => text.includes('$42.49'))).toHaveLength(2);
    expect(pages.at(-2)?.text).toContain('$42.49');
    const all = pages.map(({ text }) => text).join(' ');
    expect(items.every(({ sku }) => all.includes(`${sku} `))).toBe(true);
  });
});

describe('a pick list', () => {
  const rows = [
    { order_number: 'A-1', item: '红色棉质T恤', sku: 'TEE', quantity: 2, parts: [] },
    { order_number: null, item: 'Mug', sku: 'MUG', quantity: 1, parts: [] },
    { order_number: 'B-2', item: 'Mug', sku: 'MUG', quantity: 3, parts: [] },
  ];

  it('by order has its title, its columns and a barcode for each order', async () => {
    const pdf = await drawPickList(rows, 'order', at);
    const [page] = await readPdf(pdf);
    expect(page?.text).toMatch(/^Pick List/);
    for (const title of ['Order Number', 'Item', 'SKU', 'Quantity']) expect(page?.text).toContain(title);
    expect(page?.text.match(/A-1/g)).toHaveLength(1);
    const picture = await renderPage(pdf, 1);
    expect(scanBarcodes(picture)).toEqual(['A-1', 'B-2']);
    expect(inkIn(picture, [0, 0.6, 1, 1])).toBe(0);
  });

  it('has the parts of a set beneath it', async () => {
    const parts = [
      { item: 'Cup', sku: 'CUP', quantity: 2 },
      { item: 'Tee', sku: 'TEE', quantity: 4 },
    ];
    const set = { order_number: 'A-1', item: 'Gift box', sku: 'BOX', quantity: 2, parts };
    const [page] = await readPdf(await drawPickList([set], 'order', at));
    const text = page?.text.replaceAll(/\s+/g, ' ') ?? '';
    expect(text).toContain('Gift box BOX 2 – Cup CUP 2 – Tee TEE 4');
  });

  it('by SKU has no order numbers', async () => {
    const [page] = await readPdf(
      await drawPickList(
        [{ order_number: null, item: 'Mug', sku: 'MUG', quantity: 4, parts: [] }],
        'sku',
        at,
      ),
    );
    expect(page?.text).toContain('Mug');
    expect(page?.text).not.toContain('Order Number');
  });

  it('without items has a line instead', async () => {
    const [page] = await readPdf(await drawPickList([], 'order', at));
    expect(page?.text).toContain('No Item found');
  });
});
