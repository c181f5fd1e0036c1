import { describe, expect, it } from 'vitest';
import { ageOf, isNewScan, readUnits, soundOf, waitBeforeSending } from './scanning.rules.ts';

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

describe('a code in the picture', () => {
  it('counts once, until it was gone for a while or another one was read', () => {
    expect(isNewScan(null, 'A', 0)).toBe(true);
    expect(isNewScan({ code: 'A', at: 0 }, 'A', 1_000)).toBe(false);
    expect(isNewScan({ code: 'A', at: 0 }, 'A', 1_300)).toBe(true);
    expect(isNewScan({ code: 'A', at: 0 }, 'B', 10)).toBe(true);
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
