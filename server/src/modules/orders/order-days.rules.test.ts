import { describe, expect, it } from 'vitest';
import { daysToCheck, spanOf, theirDay, verdictOf } from './order-days.rules.ts';

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
});
