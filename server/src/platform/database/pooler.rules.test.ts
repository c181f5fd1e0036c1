import { expect, it } from 'vitest';
import { haveOwnSessions, refusesParameters, type SessionReadings } from './pooler.rules.ts';

const direct: SessionReadings = {
  firstProcess: 11,
  secondProcess: 12,
  firstProcessLater: 11,
  isSetLater: true,
  isSetForSecond: false,
};

it.each<[string, Partial<SessionReadings>, boolean]>([
  ['connections of their own', {}, true],
  ['the second takes what the first had', { secondProcess: 11, isSetForSecond: true }, false],
  ['the first gets another connection', { firstProcessLater: 13, isSetLater: false }, false],
  ['a pooler that resets what it lends', { isSetLater: false }, false],
])('%s', (_, change, expected) => {
  expect(haveOwnSessions({ ...direct, ...change })).toBe(expected);
});

it('a pooler is known by what it refuses', () => {
  expect(refusesParameters('unsupported startup parameter: options')).toBe(true);
  expect(refusesParameters('password authentication failed for user "evenstock"')).toBe(false);
});
