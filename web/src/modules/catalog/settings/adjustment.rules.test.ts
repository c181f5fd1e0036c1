import { expect, it } from 'vitest';
import { fewestUnits, readUnits, unitsOf } from './adjustment.rules.ts';

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

it.each([
  ['12', 7, 5],
  [' 1,200 ', 1300, -100],
  ['0', 4, -4],
  ['5', -3, 8],
])('a count of %j where there are %i changes by %i', (typed, quantity, units) => {
  expect(unitsOf('to', typed, quantity)).toBe(units);
});

it.each([
  ['', 'countedRequired'],
  [undefined, 'countedRequired'],
  ['-1', 'countedWhole'],
  ['+1', 'countedWhole'],
  ['1.5', 'countedWhole'],
  ['9999999', 'adjustmentRange'],
])('rejects a count of %j', (typed, problem) => {
  expect(unitsOf('to', typed, 0)).toBe(problem);
});
