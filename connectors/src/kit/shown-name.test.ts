import { expect, it } from 'vitest';
import { shownName } from './shown-name.ts';

it('a line without a name is shown as its SKU, or else as its id', () => {
  const line = { name: 'Tee', sku: 'TEE-M', marketplaceSku: null, variantId: '9', itemId: '8' };
  expect(shownName(line)).toBe('Tee');
  expect(shownName({ ...line, name: '' })).toBe('TEE-M');
  expect(shownName({ ...line, name: ' ', sku: null })).toBe('9');
  expect(shownName({ ...line, name: '', sku: '', variantId: null, itemId: null })).toBe('–');
});
