import { expect, it } from 'vitest';
import { ownFirst } from './store-currency.rules.ts';

it('puts the store’s own currency before the others, each once', () => {
  expect(ownFirst(['USD', 'IDR', 'SGD', 'IDR'], 'SGD')).toEqual(['SGD', 'IDR', 'USD']);
  expect(ownFirst(['USD', 'IDR'], 'SGD')).toEqual(['IDR', 'USD']);
});
