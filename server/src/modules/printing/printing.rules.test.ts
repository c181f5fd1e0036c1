import { describe, expect, it } from 'vitest';
import { amountsOf, hasAmounts, invoiceOf } from './invoice.rules.ts';
import { isWholeZpl, kindOfLabel } from './labels/label-content.rules.ts';
import { placeLabel, slotsOf } from './labels/label-layout.rules.ts';
import { pickListRows } from './pick-list.rules.ts';
import type { OrderToPrint } from './printing.queries.ts';
import { sanitiseLabel } from './labels/sanitise-label.ts';
import { hasGlyph } from './documents/open-faces.ts';
import { linesOf, runsOf } from './documents/text-lines.rules.ts';

const item = (sku: string | null, ordered: number, rest: Partial<OrderToPrint['items'][number]> = {}) => ({
  line_id: '1',
  name: `The ${sku ?? 'thing'}`,
  variant_name: null,
  sku,
  variant_sku: sku,
  parts: [],
  ordered,
  cancelled: 0,
  unit_price: 1000,
  ...rest,
});

const order: OrderToPrint = {
  id: 1,
  reference_number: 'A-1',
  number: 'A-1',
  channel_order_id: '1',
  channel: 'lazada',
  marketplace_id: 1,
  marketplace_name: 'Shop',
  is_verified: true,
  marketplace_state: 'paid',
  source_created_at: new Date('2026-10-31T17:30:00Z'),
  currency: 'SGD',
  shipping_fee: 149,
  voucher: 300,
  coin: null,
  credit_card_promotion: null,
  seller_discount: null,
  cart_discount: null,
  tax: null,
  service_fee: null,
  insurance: null,
  gift_wrap: null,
  tip: null,
  discount: null,
  total_amount: 1849,
  buyer_sealed: null,
  buyer_deleted_at: null,
  print_label_at: null,
  print_invoice_at: null,
  print_pick_list_at: null,
  items: [item('TEE', 2)],
};
const seller = { name: 'Shop', company_name: 'Shop Pte Ltd', address: null, time_zone: 'Asia/Singapore' };
const nobody = { name: null, fullAddress: null, postalCode: null };

describe('an invoice', () => {
  it('has a line without a price for an item whose price is not told, and its amounts make up the total', () => {
    const { items, amounts } = invoiceOf(
      { ...order, items: [item('TEE', 1), item('MUG', 1, { unit_price: null })] },
      seller,
      nobody,
    );
    expect(items).toMatchObject([{ unitPrice: '$10.00' }, { unitPrice: '–', total: '–' }]);
    const cents = amounts.map(({ amount }) => Math.round(Number(amount.replace('$', '')) * 100));
    expect(cents.reduce((sum, each) => sum + each, 0)).toBe(order.total_amount);
  });

  it('is of the day of the order in the zone of the store', () => {
    expect(invoiceOf(order, seller, nobody).date).toBe('01/11/2026');
  });

  it.each([
    ['as reported', order, [2000, 149, -300]],
    [
      'where prices hold the discount already',
      { ...order, voucher: 0, discount: 400, total_amount: 2149 },
      [2000, 149],
    ],
    ['where an amount is missing', { ...order, total_amount: 1900 }, [2000, 149, -249]],
  ])('adds up %s', (_when, given, expected) => {
    const amounts = amountsOf(given).map(({ minor }) => minor);
    expect(amounts).toEqual(expected);
    expect(amounts.reduce((sum, minor) => sum + minor, 0)).toBe(given.total_amount);
  });

  it('is not made before the amounts are known', () => {
    expect(hasAmounts({ total_amount: 0, marketplace_state: 'unpaid' })).toBe(false);
    expect(hasAmounts({ total_amount: 0, marketplace_state: 'paid' })).toBe(true);
  });
});

describe('a pick list', () => {
  const orders = [
    { reference_number: 'A', items: [item('TEE', 2), item('MUG', 1), item('HAT', 1, { cancelled: 1 })] },
    { reference_number: 'B', items: [item('TEE', 3), item(null, 1, { variant_name: 'Red' })] },
  ];

  it('by order names it at its first item alone, and leaves out what was cancelled', () => {
    expect(pickListRows(orders, 'order')).toEqual([
      { order_number: 'A', item: 'The TEE', sku: 'TEE', quantity: 2, parts: [] },
      { order_number: null, item: 'The MUG', sku: 'MUG', quantity: 1, parts: [] },
      { order_number: 'B', item: 'The TEE', sku: 'TEE', quantity: 3, parts: [] },
      { order_number: null, item: 'The thing · Red', sku: null, quantity: 1, parts: [] },
    ]);
  });

  it('by SKU sums the units of all orders', () => {
    expect(pickListRows(orders, 'sku').map(({ sku, quantity }) => [sku, quantity])).toEqual([
      ['MUG', 1],
      ['TEE', 5],
      [null, 1],
    ]);
  });
});

describe('a pick list of sets', () => {
  const parts = [
    { name: 'Cup', sku: 'CUP', units: 1 },
    { name: 'Tee', sku: 'TEE', units: 2 },
    { name: 'Leaflet', sku: null, units: 1 },
  ];
  const box = item('BOX', 3, { parts, cancelled: 1 });
  const orders = [
    { reference_number: 'A', items: [box, item('CUP', 5)] },
    { reference_number: 'B', items: [item('TEE-SG', 1, { variant_sku: 'TEE' })] },
  ];

  it('by order has the parts beneath each set, with the units for all of its units that are left', () => {
    const [first, second] = pickListRows(orders, 'order');
    expect(first).toMatchObject({ sku: 'BOX', quantity: 2 });
    expect(first?.parts).toEqual([
      { item: 'Cup', sku: 'CUP', quantity: 2 },
      { item: 'Tee', sku: 'TEE', quantity: 4 },
      { item: 'Leaflet', sku: null, quantity: 2 },
    ]);
    expect(second?.parts).toEqual([]);
  });

  it('by SKU sums parts with the units that are sold alone, by the SKU that these are merged into', () => {
    expect(pickListRows(orders, 'sku').map(({ sku, quantity }) => [sku, quantity])).toEqual([
      ['CUP', 7],
      ['TEE', 5],
      [null, 2],
    ]);
  });
});

describe('text', () => {
  it('is split by font, marks stay at their base', () => {
    expect(runsOf('Tan น้ำ 陈 김', hasGlyph)).toEqual([
      { face: 'latin', text: 'Tan ' },
      { face: 'thai', text: 'น้ำ ' },
      { face: 'han', text: '陈 ' },
      { face: 'korean', text: '김' },
    ]);
  });

  it('is broken between words, in a word that is too wide, and at the ends of lines', () => {
    const measure = (text: string) => text.length;
    expect(linesOf('one two, three', 8, measure)).toEqual(['one two,', 'three']);
    expect(linesOf('abcdefghijk', 4, measure)).toEqual(['abcd', 'efgh', 'ijk']);
    expect(linesOf('a\nb', 4, measure)).toEqual(['a', 'b']);
    for (const line of linesOf('สวัสดีครับผมชื่อสมชาย', 8, measure)) expect(line.length).toBeLessThanOrEqual(8);
  });
});

describe('a label', () => {
  it('is known by its bytes', () => {
    const kinds = [
      '%PDF-1.4',
      '\n\n%PDF-1.7',
      ' <!DOCTYPE html>',
      '<div>x',
      'PK\u0003\u0004',
      'plain text',
      ' \n^XA^FO40,40^FDTRACK^FS^XZ',
      'CT~~CD,~CC^~CT~\n^XA',
      '~DGR:LOGO.GRF,100,10,00^XA',
    ].map((text) => kindOfLabel(Buffer.from(text)));
    expect(kinds).toEqual(['pdf', 'pdf', 'html', 'html', null, null, 'zpl', 'zpl', 'zpl']);
    expect(kindOfLabel(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]))).toBe('png');
    expect(kindOfLabel(Buffer.from([0xff, 0xd8, 0xff, 0xe0]))).toBe('jpeg');
    const whole = ['^XA^XZ', '^XA^FDa^XZ\n^XA^FDb^XZ', '^XA^FDa', '^XA^XZ^XA', ''];
    expect(whole.map((text) => isWholeZpl(Buffer.from(text)))).toEqual([true, true, false, false, false]);
  });

  it.each([
    ['A6', 1],
    ['A4', 4],
  ] as const)('stays in its place on %s, whichever way it lies', (paper, count) => {
    const { width, height, slots } = slotsOf(paper);
    expect(slots).toHaveLength(count);
    for (const slot of slots) {
      for (const turned of [0, 90, 180, 270]) {
        for (const size of [
          { width: 283, height: 425 },
          { width: 600, height: 300 },
        ]) {
          const { x, y, angle, ...drawn } = placeLabel({ ...size, turned, most: Infinity }, slot);
          const [w, h] = angle % 180 === 0 ? [drawn.width, drawn.height] : [drawn.height, drawn.width];
          const left = angle === 90 || angle === 180 ? x - w : x;
          const low = angle === 180 || angle === 270 ? y - h : y;
          expect(left).toBeGreaterThanOrEqual(slot.x - 0.01);
          expect(low).toBeGreaterThanOrEqual(slot.y - 0.01);
          expect(left + w).toBeLessThanOrEqual(slot.x + slot.width + 0.01);
          expect(low + h).toBeLessThanOrEqual(slot.y + slot.height + 0.01);
          expect(h).toBeGreaterThan(w);
        }
      }
      expect(slot.x + slot.width).toBeLessThanOrEqual(width + 0.01);
      expect(slot.y + slot.height).toBeLessThanOrEqual(height + 0.01);
    }
  });

  it('of HTML keeps what it shows, and nothing that runs or calls', () => {
    const page = sanitiseLabel(
      '<html><head><script>steal()</script><style>.a{color:red}</style><link href="//x"></head><body onload="x()">' +
        '<h1 class="a" style="font-size:9px">JNE</h1><img src="data:image/png;base64,AA" onerror="x()"><img src="javascript:x">' +
        '<iframe src="https://x"></iframe><form action="https://x"><input name="a"></form><a href="https://x">link</a>' +
        '<svg viewBox="0 0 9 9"><rect width="3" height="9"></rect><script>x()</script></svg></body></html>',
      'A-1 <b>',
    );
    expect(page).toContain('<h1 class="a" style="font-size:9px">JNE</h1>');
    expect(page).toContain('.a{color:red}');
    expect(page).toContain('src="data:image/png;base64,AA"');
    expect(page).toContain('viewBox="0 0 9 9"');
    expect(page).toContain('<title>A-1 &#60;b&#62;</title>');
    for (const bad of [
      'script',
      'steal',
      'onload',
      'onerror',
      'javascript:',
      'iframe',
      '<form',
      '<input',
      '<a ',
      '<link',
    ]) {
      expect(page).not.toContain(bad);
    }
    expect(sanitiseLabel('<iframe src="https://x"></iframe><style>p{}</style>', 'A')).toBeNull();
  });
});
