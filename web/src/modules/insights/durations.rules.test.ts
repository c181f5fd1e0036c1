import { expect, it } from 'vitest';
import { formatDuration } from './durations.rules.ts';

it.each([
  [0, '0s'],
  [0.44, '0.4s'],
  [12.4, '12s'],
  [192, '3.2m'],
  [7200, '2h'],
  [90_000, '25h'],
])('shows %d seconds as %s', (seconds, shown) => {
  expect(formatDuration(seconds, 'en')).toBe(shown);
});
