import { expect, it } from 'vitest';
import { oldestAnswer, readLagNow } from './old-answers.rules.ts';

const now = new Date('2026-11-22T12:00:00Z');
const hoursAgo = (hours: number): number => now.getTime() - hours * 3_600_000;

it('the oldest answer is that of the last 48 hours', () => {
  expect(oldestAnswer([], now)).toBeNull();
  const seen = [
    [90_000, hoursAgo(49)],
    [40_000, hoursAgo(47)],
    [12_000, hoursAgo(1)],
  ];
  expect(oldestAnswer(seen, now)).toBe(40_000);
});

it('answers may be twice as old as the oldest one, and never less than the channel is taken for', () => {
  expect(readLagNow(60, null)).toBe(60);
  expect(readLagNow(60, 12_000)).toBe(60);
  expect(readLagNow(60, 45_100)).toBe(91);
});
