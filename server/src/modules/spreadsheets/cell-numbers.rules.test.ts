import { expect, it } from 'vitest';
import { numberText, readCellNumber } from './cell-numbers.rules.ts';

it.each([
  ['5', 5],
  [' 5 ', 5],
  ['-5', -5],
  ['\u22125', -5],
  ['-0', 0],
  ['10.0', 10],
  ['10,00', 10],
  ['1000.000000000', 1000],
  ['0.000', 0],
  ['1 000', 1000],
  ['1\u00A0000', 1000],
  ["1'000", 1000],
  ['12 345 678', 12_345_678],
  ['1,234,567', 1_234_567],
  ['1.234.567', 1_234_567],
  ['\uFF11\uFF10', 10],
  ['\u200B7\uFEFF', 7],
])('“%s” is %i', (cell, whole) => {
  expect(readCellNumber(cell)).toEqual({ whole });
});

it.each([
  ['1.000', ['1000', '1.000']],
  ['1,000', ['1000', '1.000']],
  ['-12,345', ['-12345', '-12.345']],
  ['+5', ['5', '+5 more']],
])('“%s” is read in two ways, and is not guessed', (cell, readings) => {
  expect(readCellNumber(cell)).toEqual({ readings });
});

it.each([
  '',
  'a few',
  '5 pcs',
  '1e3',
  '0x10',
  '1,23',
  '1.5',
  '1,234.5',
  '5%',
  '(5)',
  '1.2.3',
  '12,34,567',
  '--5',
  '٣',
])('“%s” is no whole number', (cell) => {
  expect(readCellNumber(cell)).toEqual({ fault: 'no_number' });
});

it('a number of a cell has no noise', () => {
  expect([55.000000000000007, 54.99999999999999, 0.1 + 0.2, 1e9, 2.5].map(numberText)).toEqual([
    '55',
    '55',
    '0.3',
    '1000000000',
    '2.5',
  ]);
});
