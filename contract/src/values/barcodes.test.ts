import { describe, expect, it } from 'vitest';
import {
  barcodeKey,
  barcodeKind,
  barcodeSearchText,
  hasWrongCheckDigit,
  isNoBarcode,
  longestBarcode,
  mostBarcodes,
  readBarcode,
  readBarcodes,
} from './barcodes.ts';

describe('a barcode', () => {
  it.each([
    [' 4006381333931\n', '4006381333931'],
    ['４００６３８１３３３９３１', '4006381333931'],
    ['4006381\u200B333931', '4006381333931'],
    ['\uFEFF4006381333931\u00A0', '4006381333931'],
    ['4 006381 333931', '4006381333931'],
    ['0 12345 67890 5', '012345678905'],
    ['978-0-306-40615-7', '9780306406157'],
    ['978‐0‐306‐40615‐7', '9780306406157'],
    ['978-0-306-40615-8', '9780306406158'],
    ['0-306-40615-2', '0306406152'],
    ['0-8044-2957-x', '080442957X'],
    ['00012345678905', '00012345678905'],
    ['ABC-abc  1234', 'ABC-abc 1234'],
    ['12-345-678', '12-345-678'],
    ['', ''],
  ])('%j is kept as %j', (text, kept) => {
    expect(readBarcode(text)).toBe(kept);
    expect(readBarcode(kept)).toBe(kept);
  });

  it.each([
    ['96385074', 'EAN-8'],
    ['012345678905', 'UPC-A'],
    ['4006381333931', 'EAN-13'],
    ['14006381333938', 'GTIN-14'],
    ['0306406152', 'ISBN-10'],
    ['080442957X', 'ISBN-10'],
    ['9780306406157', 'ISBN-13'],
    ['9791034567891', 'ISBN-13'],
    ['9790260000438', 'EAN-13'],
    ['0306406153', 'other'],
    ['12345678901', 'other'],
    ['SHELF-7', 'other'],
  ])('%s is of the kind %s', (code, kind) => {
    expect(barcodeKind(code)).toBe(kind);
  });

  it.each([
    ['96385074', false],
    ['96385075', true],
    ['012345678905', false],
    ['012345678904', true],
    ['4006381333931', false],
    ['4006381333932', true],
    ['14006381333938', false],
    ['9780306406158', true],
    ['0306406153', false],
    ['SHELF-7', false],
  ])('%s has a wrong check digit: %s', (code, isWrong) => {
    expect(hasWrongCheckDigit(code)).toBe(isWrong);
  });

  it('has one key in all forms of its number', () => {
    const forms = ['012345678905', '0012345678905', '00012345678905'];
    expect(new Set(forms.map(barcodeKey))).toEqual(new Set(['00012345678905']));
    expect(barcodeKey('0306406152')).toBe(barcodeKey('9780306406157'));
    expect(barcodeKey('096385074')).not.toBe(barcodeKey('96385074'));
    expect(barcodeKey('shelf-7')).toBe(barcodeKey('SHELF-7'));
    expect(barcodeKey('12345678905')).toBe('12345678905');
  });

  it.each([
    ['012345678905', ['012345678905', '0012345678905', '00012345678905', '12345678905']],
    ['00012345678905', ['012345678905', '0012345678905', '00012345678905']],
    ['96385074', ['96385074', '00000096385074']],
    ['9780306406157', ['9780306406157', '0306406152']],
    ['0306406152', ['9780306406157', '0306406152']],
    ['080442957X', ['080442957x', '9780804429573']],
    ['SHELF-7', ['shelf-7']],
  ])('%s is found by each of its forms', (code, typed) => {
    for (const form of typed) expect(barcodeSearchText(code)).toContain(form);
  });

  it.each(['', ' ', '-', '0', '00', '0000000000000', 'N/A', 'n.a.', 'none', 'Does not apply', 'GTIN exempt'])(
    '%j stands for none',
    (text) => {
      expect(isNoBarcode(text)).toBe(true);
      expect(readBarcodes([text])).toEqual([]);
    },
  );

  it.each(['NA-100', 'none-7', '4006381333931', '7'])('%s is one', (code) => {
    expect(isNoBarcode(code)).toBe(false);
  });
});

describe('several barcodes', () => {
  it('are each kept once, whatever the form', () => {
    expect(readBarcodes(['012345678905', ' 0012345678905', 'N/A', '96385074'])).toEqual([
      '012345678905',
      '96385074',
    ]);
  });

  it('lose what is too long, and what is too many', () => {
    const long = 'x'.repeat(longestBarcode);
    expect(readBarcodes([long, `${long}y`])).toEqual([long]);
    const many = Array.from({ length: mostBarcodes + 1 }, (_, place) => `C-${String(place)}`);
    expect(readBarcodes(many)).toHaveLength(mostBarcodes);
  });
});
