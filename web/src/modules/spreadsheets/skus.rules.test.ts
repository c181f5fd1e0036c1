import { expect, it } from 'vitest';
import { skusOf } from './skus.rules.ts';

it('finds each SKU once, separated by lines or commas', () => {
  expect(skusOf(' TEE \nMUG,TEE;\r\n\n 00012')).toEqual(['TEE', 'MUG', '00012']);
  expect(skusOf(' \n , ')).toEqual([]);
});
