import { describe, expect, it } from 'vitest';
import {
  afterPicture,
  ageOf,
  readUnits,
  soundOf,
  waitBeforeSending,
  type SeenCodes,
} from './scanning.rules.ts';

describe('units that were typed', () => {
  it('are a whole number; 0 is a total alone', () => {
    expect(readUnits(' 12 ', 1)).toEqual({ kind: 'units', units: 12 });
    expect(readUnits('0', 0)).toEqual({ kind: 'units', units: 0 });
    for (const wrong of ['0', '', '-3', '1.5', 'two']) expect(readUnits(wrong, 1)).toEqual({ kind: 'wrong' });
  });

  it('are a code where a scanner typed into their field', () => {
    expect(readUnits('4006381333931', 1)).toEqual({ kind: 'code', code: '4006381333931' });
    expect(readUnits('TEE-RED-L', 1)).toEqual({ kind: 'code', code: 'TEE-RED-L' });
  });
});

describe('a scan that does not arrive', () => {
  it('is sent again after longer and longer waits, at most half a minute', () => {
    expect([0, 1, 2, 3, 4, 5, 60].map(waitBeforeSending)).toEqual([1, 2, 4, 8, 16, 30, 30]);
  });

  it('is never of the future, whatever the clock says', () => {
    expect([ageOf(1_000, 5_000), ageOf(5_000, 1_000)]).toEqual([4_000, 0]);
  });
});

/** The codes that count, of what was in one picture after the other. */
function countedOf(pictures: readonly (string | null)[]): string[] {
  let seen: SeenCodes = new Map();
  return pictures.flatMap((code) => {
    const next = afterPicture(seen, code);
    seen = next.seen;
    return next.isNew && code !== null ? [code] : [];
  });
}
const none = (pictures: number): null[] => Array.from({ length: pictures }, () => null);

describe('a code in the picture', () => {
  it('counts once, although it is blurred now and then', () => {
    expect(countedOf(['A', 'A', null, 'A', ...none(7), 'A'])).toEqual(['A']);
  });

  it('counts again once it was gone for a while', () => {
    expect(countedOf(['A', ...none(8), 'A'])).toEqual(['A', 'A']);
  });

  it('counts once beside another one, though they are read in turns', () => {
    expect(countedOf(['A', 'B', 'A', 'B', 'A', 'C'])).toEqual(['A', 'B', 'C']);
  });
});

it('only a scan that counts sounds right', () => {
  expect((['added', 'no_sku', 'shared', 'set', 'closed'] as const).map(soundOf)).toEqual([
    'right',
    'wrong',
    'wrong',
    'wrong',
    'wrong',
  ]);
});
