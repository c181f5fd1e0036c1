import { describe, expect, test } from 'vitest';
import { day, isoTime, orderTime, readTime } from './words.ts';

const instant = Date.parse('2026-01-01T02:00:00Z');

describe('times', () => {
  test('are written in the site’s zone', () => {
    expect(orderTime(instant)).toBe('2026-01-01 10:00:00 +0800');
    expect(isoTime(instant)).toBe('2026-01-01T10:00:00+08:00');
    expect(day(instant)).toBe('2026-01-01');
  });

  test.each([
    ['2026-01-01T10:00:00+08:00', instant],
    ['2026-01-01T10:00:00+0800', instant],
    ['2026-01-01 10:00:00 +0800', instant],
    ['2026-01-01 10:00:00', instant],
    ['2026-01-01T02:00:00Z', instant],
    ['2026-01-01T02:00:00.000Z', instant],
    ['2026-01-01', Date.parse('2025-12-31T16:00:00Z')],
    ['yesterday', null],
    ['2026-13-01T00:00:00+08:00', null],
    ['1760000000000', null],
  ])('reads %s', (text, expected) => {
    expect(readTime(text)).toBe(expected);
  });
});
