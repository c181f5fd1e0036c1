import { barcodeKey } from '@evenstock/contract/values/barcodes';
import { describe, expect, it } from 'vitest';
import { askedBarcodes, barcodesToChange, codesOfCell } from './sheet-barcodes.rules.ts';

const EAN = '4006381333931';
const EAN8 = '96385074';
const UPC = '012345678905';

it.each([
  [EAN, [EAN]],
  [`${EAN}, ${EAN8};${UPC}`, [EAN, EAN8, UPC]],
  [`${EAN} ${EAN8}\n${UPC}`, [EAN, EAN8, UPC]],
  ['4 006381 333931', ['4 006381 333931']],
  ['SHELF 7, 978-0-306-40615-7', ['SHELF 7', '978-0-306-40615-7']],
  [' , ', []],
])('%j holds the barcodes %j', (cell, codes) => {
  expect(codesOfCell(cell)).toEqual(codes);
});

describe('what a row asks for', () => {
  it.each([
    [EAN, EAN, null],
    [`${EAN}, ${EAN8}`, EAN, { add: [EAN8], remove: [] }],
    [EAN8, EAN, { add: [EAN8], remove: [EAN] }],
    ['', EAN, { add: [], remove: [EAN] }],
    ['-', EAN, { add: [], remove: [EAN] }],
    [`0${UPC}`, UPC, null],
    [`${EAN8},${EAN}`, `${EAN}, ${EAN8}`, null],
    [EAN, null, { add: [EAN], remove: [] }],
    ['', null, null],
    ['N/A', null, null],
    // A spreadsheet shortened both, so that nothing was typed.
    ['4.00638E+12', '4.00638E+12', null],
  ])('%j beside the exported %j is %j', (cell, exported, edit) => {
    expect(askedBarcodes(cell, exported)).toEqual(edit);
  });

  it.each(['8.88001E+12', '8,88001E+12', `${EAN}, 8.88E12`])('%j is refused by its name', (cell) => {
    expect(askedBarcodes(cell, EAN8)).toMatchObject({ code: 'spreadsheets.barcode_rounded' });
  });
});

describe('what is left to do for a SKU', () => {
  const known = (code: string, shownBy: string | null = null) => ({
    code,
    key: barcodeKey(code),
    shown_by: shownBy,
  });

  it('is what it does not have yet, and what it has still', () => {
    expect(barcodesToChange({ add: [EAN, EAN8], remove: [UPC] }, [known(EAN)])).toEqual({
      add: [EAN8],
      remove: [],
    });
    expect(barcodesToChange({ add: [EAN], remove: [UPC] }, [known(EAN)])).toBeNull();
  });

  it('is not done where a listing shows what is to go', () => {
    expect(barcodesToChange({ add: [], remove: [EAN] }, [known(EAN, 'Kopi SG')])).toMatchObject({
      code: 'catalog.barcode_shown',
      values: { code: EAN, listings: 'Kopi SG' },
    });
    const both = [known(EAN, 'Kopi SG'), known(EAN)];
    expect(barcodesToChange({ add: [], remove: [EAN] }, both)).toEqual({ add: [], remove: [EAN] });
  });

  it('knows a barcode that has lost its leading zeros', () => {
    const eaten = '12345678905';
    expect(barcodesToChange({ add: [eaten], remove: [] }, [known(UPC)])).toBeNull();
    expect(barcodesToChange({ add: [], remove: [eaten] }, [known(UPC)])).toEqual({ add: [], remove: [UPC] });
    expect(barcodesToChange({ add: [eaten], remove: [] }, [])).toEqual({ add: [eaten], remove: [] });
  });
});
