import { expect, test } from 'vitest';
import { Bucket } from './bucket.ts';

test('points are taken, given back, and come back with time, never above the maximum', () => {
  let now = 0;
  const bucket = new Bucket(() => now);
  expect(bucket.take(1_900)).toBe(true);
  expect(bucket.take(101)).toBe(false);
  expect(bucket.status.currentlyAvailable).toBe(100);
  bucket.giveBack(50);
  expect(bucket.take(150)).toBe(true);
  now = 3_000;
  expect(bucket.status).toEqual({ maximumAvailable: 2_000, currentlyAvailable: 300, restoreRate: 100 });
  now = 3_600_000;
  expect(bucket.status.currentlyAvailable).toBe(2_000);
});
