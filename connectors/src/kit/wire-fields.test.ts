import { expect, it } from 'vitest';
import { z } from 'zod';
import {
  count,
  flagOrNull,
  idOrNull,
  numeric,
  numericOrNull,
  textOrNull,
  wordOrNull,
} from './wire-fields.ts';

it('reads numbers in groups of three, and refuses what may be a decimal comma', () => {
  expect([1.5, '12.50', ' 1,234.50 ', '+3', '12.', '.5'].map((text) => numeric.parse(text))).toEqual([
    1.5, 12.5, 1234.5, 3, 12, 0.5,
  ]);
  expect(['1,5', '12abc', '', '-', null].map((text) => numeric.safeParse(text).success)).toEqual(
    Array.from({ length: 5 }, () => false),
  );
  expect(count.safeParse('1.5').success).toBe(false);
});

it('takes null, blank, placeholders and nothing for the same', () => {
  const record = z.object({ id: idOrNull, number: numericOrNull, text: textOrNull });
  for (const nothing of [null, '', '  ', undefined]) {
    expect(record.parse({ id: nothing, number: nothing, text: nothing })).toEqual({
      id: null,
      number: null,
      text: null,
    });
  }
  expect(record.parse({})).toEqual({ id: null, number: null, text: null });
  expect(record.parse({ id: '-', number: '-', text: [''] })).toEqual({ id: null, number: null, text: null });
  expect(['-', '0', 'N/A', 'Ninja Van'].map((word) => wordOrNull.parse(word))).toEqual([
    null,
    null,
    null,
    'Ninja Van',
  ]);
  expect([' 015 ', '-', 15].map((sku) => textOrNull.parse(sku))).toEqual([' 015 ', '-', '15']);
});

it('reads flags in any spelling, and takes an unknown one for neither', () => {
  expect([true, 'True', 'Y', 1, '1'].map((flag) => flagOrNull.parse(flag))).toEqual(
    Array.from({ length: 5 }, () => true),
  );
  expect([false, 'N', 0, 'FALSE'].map((flag) => flagOrNull.parse(flag))).toEqual(
    Array.from({ length: 4 }, () => false),
  );
  expect(['', null, 'perhaps', 2].map((flag) => flagOrNull.parse(flag))).toEqual(
    Array.from({ length: 4 }, () => null),
  );
});
