import { expect, it } from 'vitest';
import { soldADay } from './running-out.rules.ts';

it.each([
  [1, '0.03'],
  [0, '0'],
  [-2, '0'],
  [29, '0.97'],
  [30, '1'],
  [40, '1.3'],
  [45_000, '1,500'],
])('%i units in 30 days are %s a day', (sold, text) => {
  expect(soldADay(sold)).toBe(text);
});
