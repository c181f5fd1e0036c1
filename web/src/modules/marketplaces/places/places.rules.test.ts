import { expect, it } from 'vitest';
import { placeStep } from './places.rules.ts';

it('a first choice is kept as it is, another one moves the listings, and the same one does nothing', () => {
  expect(placeStep([], [], true)).toBe('nothing');
  expect(placeStep(['a'], [], true)).toBe('keep');
  expect(placeStep(['a'], ['a'], false)).toBe('nothing');
  expect(placeStep(['b', 'a'], ['a', 'b'], false)).toBe('nothing');
  expect(placeStep(['a'], ['a', 'b'], false)).toBe('move');
  expect(placeStep(['b'], ['a'], false)).toBe('move');
});
