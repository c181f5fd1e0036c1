import { expect, it } from 'vitest';
import { formatMoney, toMajor, toMinor } from './money.ts';

it.each([
  [123_450, 'SGD', '$1,234.50'],
  [123_450, 'MYR', 'RM1,234.50'],
  [12_800_000, 'IDR', 'Rp128,000'],
  [1_234, 'VND', 'VND 1,234'],
  [1_999, 'USD', 'USD 19.99'],
  [0, 'SGD', '$0.00'],
  [12_345, 'KWD', 'KWD 12.345'],
  [-950, 'SGD', '-$9.50'],
  [-12_800_000, 'IDR', '-Rp128,000'],
])('%i minor units of %s read %s', (minor, currency, text) => {
  expect(formatMoney(minor, currency)).toBe(text);
});

it.each([
  [12.5, 'SGD', 1_250],
  [0.29, 'SGD', 29],
  [128_000, 'IDR', 12_800_000],
  [50_000, 'VND', 50_000],
  [12.345, 'KWD', 12_345],
  [1_990, 'CLP', 1_990],
])('%d of %s is %i minor units, and back', (major, currency, minor) => {
  expect(toMinor(major, currency)).toBe(minor);
  expect(toMajor(minor, currency)).toBe(major);
});
