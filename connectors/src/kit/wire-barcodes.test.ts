import { longestBarcode } from '@evenstock/contract/values/barcodes';
import { z } from 'zod';
import { describe, expect, it } from 'vitest';
import { barcodeOrNone, barcodeTold } from './wire-barcodes.ts';

const told = z.object({ code: barcodeTold });
const orNone = z.object({ code: barcodeOrNone });

describe('a barcode that a marketplace sends', () => {
  it.each([
    [{ code: '4006381333931' }, ['4006381333931']],
    [{ code: ' 978-0-306-40615-7 ' }, ['9780306406157']],
    [{ code: 4_006_381_333_931 }, ['4006381333931']],
    [{ code: '' }, []],
    [{ code: '00' }, []],
    [{ code: 'N/A' }, []],
    [{ code: 'Does not apply' }, []],
    [{ code: 'x'.repeat(longestBarcode + 1) }, []],
    [{ code: null }, null],
    [{}, null],
    [{ code: { value: '4006381333931' } }, null],
    [{ code: Number.NaN }, null],
  ])('%j is read as %j', (record, codes) => {
    expect(told.parse(record)).toEqual({ code: codes });
  });

  it('is none where null means none, and not told where it is absent', () => {
    expect(orNone.parse({ code: null })).toEqual({ code: [] });
    expect(orNone.parse({})).toEqual({ code: null });
    expect(orNone.parse({ code: '96385074' })).toEqual({ code: ['96385074'] });
  });
});
