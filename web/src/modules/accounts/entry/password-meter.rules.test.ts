import { expect, it } from 'vitest';
import { passwordLength } from './password-meter.rules.ts';

it.each([
  [0, 'none'],
  [1, 'short'],
  [7, 'short'],
  [8, 'accepted'],
  [11, 'accepted'],
  [12, 'good'],
])('a password of %i characters is %s', (length, expected) => {
  expect(passwordLength(length)).toBe(expected);
});
