import { expect, it } from 'vitest';
import { charsetIn, decodedText } from './decoding.ts';

const bytes = (...values: number[]) => Uint8Array.from(values);

it.each([
  ['Cp1252', bytes(0x80, 0x93, 0x41, 0x94, 0x99, 0xe9), '€“A”™é'],
  ['iso-8859-1', bytes(0x80, 0xe9), '€é'],
  [null, bytes(0x41, 0x99), 'A™'],
  [null, bytes(0xef, 0xbb, 0xbf, 0x41, 0xc3, 0xa9), 'Aé'],
  ['Cp1252', bytes(0xef, 0xbb, 0xbf, 0x41, 0xc3, 0xa9), 'Aé'],
  [null, bytes(0xff, 0xfe, 0x41, 0x00), 'A'],
  ['Shift_JIS', bytes(0x83, 0x58), 'ス'],
  ['no-such-set', bytes(0x41), null],
])('%s: %j is %s', (charset, given, text) => {
  expect(decodedText(given, charset)).toBe(text);
});

it('finds the character set of a content type', () => {
  expect(charsetIn('text/plain; charset="Cp1252"')).toBe('Cp1252');
  expect(charsetIn('text/plain')).toBeNull();
});
