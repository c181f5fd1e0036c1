import { expect, it } from 'vitest';
import { readJson } from './json.ts';

it('keeps the digits of whole numbers beyond 2^53, as text', () => {
  expect(readJson('{"id":820982911946154508,"list":[-9007199254740993, 42],"at":1700000000000}')).toEqual({
    id: '820982911946154508',
    list: ['-9007199254740993', 42],
    at: 1_700_000_000_000,
  });
});

it('leaves texts, fractions and exponents as they are', () => {
  const text = '{"a":"say \\"820982911946154508\\" \\\\","820982911946154508":1.2345678901234567,"c":1e20}';
  expect(readJson(text)).toEqual(JSON.parse(text));
});

it('reads what begins with a byte order mark', () => {
  expect(readJson('\uFEFF{"a":1}')).toEqual({ a: 1 });
});
