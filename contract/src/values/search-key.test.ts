import { expect, it } from 'vitest';
import { numberKey, numbersOf, searchKey } from './search-key.ts';

it.each([
  ['１２４２', '1242'],
  ['\u200B1242\u200E ', '1242'],
  ['\u202A1242\u202C', '1242'],
  ['CAFE\u0301', 'CAFÉ'],
  ['CAFÉ', 'CAFÉ'],
  ['soft\u00ADhyphen', 'softhyphen'],
])('%j is searched as %j', (text, key) => {
  expect(searchKey(text)).toBe(key);
});

it.each(['1242', '#1242', '£1242', '＃1242', '# 1242', ' \uFEFF#1242\n'])('%j is the number 1242', (text) => {
  expect(numberKey(text)).toBe('1242');
});

it.each([
  ['#1001\n#1002\r\n#1003', ['#1001', '#1002', '#1003']],
  ['2511A4, 2511A5;2511A6\t2511A7', ['2511A4', '2511A5', '2511A6', '2511A7']],
  ['#1001,\n#1001,', ['#1001']],
  ['1001,', null],
  ['#1001, #1001, #1002', ['#1001', '#1002']],
  ['Kopi O, 1kg', null],
  ['Tee, 2XL, red', null],
  ['1001', null],
  ['', null],
] as const)('%j is the list %j', (text, numbers) => {
  expect(numbersOf(text)).toEqual(numbers);
});
