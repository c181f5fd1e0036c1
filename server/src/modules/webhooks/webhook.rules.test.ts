import { describe, expect, it } from 'vitest';
import { backoff, isGivenUp } from './webhook.rules.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

describe('the wait after failures in a row', () => {
  it.each([
    [1, 30 * SECOND],
    [2, MINUTE],
    [3, 2 * MINUTE],
    [4, 4 * MINUTE],
    [5, 8 * MINUTE],
    [6, 16 * MINUTE],
    [7, 32 * MINUTE],
    [8, HOUR],
    [9, HOUR],
    [24, HOUR],
    [5000, HOUR],
  ])('after %d is %d ms', (failures, wait) => {
    expect(backoff(failures)).toBe(wait);
  });
});

describe('a delivery that is never taken', () => {
  const since = new Date('2026-11-01T01:00:00Z');
  it.each([
    [0, false],
    [23 * HOUR, false],
    [24 * HOUR - 1, false],
    [24 * HOUR, true],
    [25 * HOUR, true],
  ])('is given up after %d ms: %s', (passed, expected) => {
    expect(isGivenUp(since, new Date(since.getTime() + passed))).toBe(expected);
  });
});
