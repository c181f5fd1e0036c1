import { expect, it } from 'vitest';
import { compareBarcodes } from './barcode-groups.rules.ts';

it.each([
  [[], null],
  [[['A'], []], null],
  [[['A'], ['A']], 'same'],
  [[['A', 'B'], ['B'], []], 'same'],
  [[['A'], ['B']], 'different'],
  [[['A'], ['A', 'B'], ['B']], 'different'],
])('SKUs with %j have barcodes that are %s', (keys, verdict) => {
  expect(compareBarcodes(keys)).toBe(verdict);
});
