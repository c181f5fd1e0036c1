import { expect, test } from 'vitest';
import { picture } from './pictures.ts';

/** The shape of a picture, whatever its colours. */
const shapeOf = (name: string): string =>
  String(picture(name).body)
    .replace(/^.*?<rect [^>]*>/, '')
    .replaceAll(/#[0-9a-f]{6}/g, '');

test.each([
  ['palm-sugar', 'coffee-beans'],
  ['kaya-gula-melaka', 'kaya-jam'],
  ['tee', 'apron'],
])('%s looks like %s', (one, other) => {
  expect(shapeOf(one)).toBe(shapeOf(other));
});

test('what is different looks different, and always the same', () => {
  const names = ['palm-sugar', 'tee', 'tea-spoons', 'kopitiam-cup', 'canvas-tote', 'red-stool', 'kaya-jam'];
  expect(new Set(names.map(shapeOf)).size).toBe(names.length);
  expect(picture('tee')).toEqual(picture('tee'));
});
