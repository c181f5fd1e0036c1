import { expect, it } from 'vitest';
import { fewestUnits, readUnits } from './adjustment.rules.ts';

it.each([
  ['12', 12],
  ['+12', 12],
  ['-3', -3],
  ['−3', -3],
  [' 1,200 ', 1200],
  ['0', 0],
])('reads %j', (typed, units) => {
  expect(readUnits(typed)).toBe(units);
});

it.each([
  ['', 'adjustmentRequired'],
  ['   ', 'adjustmentRequired'],
  [undefined, 'adjustmentRequired'],
  ['1.5', 'adjustmentWhole'],
  ['1,5', 'adjustmentWhole'],
  ['twelve', 'adjustmentWhole'],
  ['--3', 'adjustmentWhole'],
  ['1e6', 'adjustmentWhole'],
  ['1000001', 'adjustmentRange'],
  ['-99999999999999999999', 'adjustmentRange'],
])('rejects %j', (typed, problem) => {
  expect(readUnits(typed)).toBe(problem);
});

it.each([
  [7, -7],
  [0, 0],
  [-3, 0],
])('of %i units at most all can be removed', (quantity, least) => {
  expect(fewestUnits(quantity)).toBe(least);
});
