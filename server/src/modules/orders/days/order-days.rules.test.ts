import { describe, expect, it } from 'vitest';
import { daysToCheck, missedDays, spanOf, theirDay, verdictOf, windowsOf } from './order-days.rules.ts';

describe('the days that are checked', () => {
  it('are the last three that have ended in the zone of the store', () => {
    expect(daysToCheck(new Date('2026-11-01T15:59:59Z'), 'Asia/Singapore')).toEqual([
      '2026-10-29',
      '2026-10-30',
      '2026-10-31',
    ]);
    expect(daysToCheck(new Date('2026-11-01T16:00:00Z'), 'Asia/Singapore').at(-1)).toBe('2026-11-01');
  });

  it('begin and end at midnight there', () => {
    expect(spanOf('2026-11-01', 'Asia/Singapore')).toEqual({
      from: new Date('2026-10-31T16:00:00Z'),
      before: new Date('2026-11-01T16:00:00Z'),
    });
  });

  it('are counted by the marketplace’s own total where it reports one, else by its list', () => {
    expect(theirDay(5, 5, 5, 5)).toEqual({ theirs: 5, countedBy: 'total', missing: 0 });
    expect(theirDay(null, 4, 3, 3)).toEqual({ theirs: 4, countedBy: 'listing', missing: 1 });
    expect(theirDay(null, null, 0, 7)).toEqual({ theirs: null, countedBy: null, missing: 0 });
  });

  it('lack the orders that a total has beyond those that were listed', () => {
    expect(theirDay(6, 4, 4, 4)).toEqual({ theirs: 6, countedBy: 'total', missing: 2 });
    expect(theirDay(6, null, 0, 5)).toEqual({ theirs: 6, countedBy: 'total', missing: 1 });
    // An order that the marketplace no longer counts is no gap.
    expect(theirDay(4, 4, 4, 5)).toEqual({ theirs: 4, countedBy: 'total', missing: 0 });
  });

  it('are complete, have a gap, or cannot be checked', () => {
    expect(verdictOf({ theirs: 3, missing: 0 })).toBe('complete');
    expect(verdictOf({ theirs: 3, missing: 1 })).toBe('gap');
    expect(verdictOf({ theirs: null, missing: 0 })).toBe('not_checkable');
  });

  it('are listed by windows that meet, one a day, and one until now', () => {
    const check = { firstDay: '2026-11-01', lastDay: '2026-11-02', until: new Date('2026-11-02T20:00:00Z') };
    expect(windowsOf(check, 'Asia/Singapore')).toEqual([
      {
        day: '2026-11-01',
        from: new Date('2026-10-31T15:59:59Z'),
        to: new Date('2026-11-01T16:00:00Z'),
      },
      {
        day: '2026-11-02',
        from: new Date('2026-11-01T15:59:59Z'),
        to: new Date('2026-11-02T16:00:00Z'),
      },
      {
        day: '2026-11-03',
        from: new Date('2026-11-02T15:59:59Z'),
        to: new Date('2026-11-02T20:00:00Z'),
      },
    ]);
  });

  it('were missed between the newest result and the days that are checked now, two weeks at most', () => {
    expect(missedDays(null, '2026-11-10')).toEqual([]);
    expect(missedDays('2026-11-09', '2026-11-10')).toEqual([]);
    expect(missedDays('2026-11-11', '2026-11-10')).toEqual([]);
    expect(missedDays('2026-11-07', '2026-11-10')).toEqual(['2026-11-08', '2026-11-09']);
    expect(missedDays('2026-09-01', '2026-11-10')).toHaveLength(14);
  });
});
