import { describe, expect, it } from 'vitest';
import { urgencyOf } from './ship-by.rules.ts';

const singapore = 'Asia/Singapore';
const at = (text: string): number => Date.parse(`${text}+08:00`);
const told = (shipBy: string, now: string, zone = singapore) =>
  urgencyOf(new Date(at(shipBy)).toISOString(), at(now), zone);

describe('the urgency of a deadline', () => {
  it.each([
    ['2026-11-23T10:00:00', '2026-11-23T10:00:00', { kind: 'late' }],
    ['2026-11-22T10:00:00', '2026-11-23T10:00:00', { kind: 'late' }],
    ['2026-11-23T10:00:30', '2026-11-23T10:00:00', { kind: 'minutes', left: 1 }],
    ['2026-11-23T10:59:59', '2026-11-23T10:00:00', { kind: 'minutes', left: 59 }],
    ['2026-11-23T11:00:00', '2026-11-23T10:00:00', { kind: 'hours', left: 1 }],
    ['2026-11-23T16:00:00', '2026-11-23T10:00:00', { kind: 'hours', left: 6 }],
    ['2026-11-23T16:00:01', '2026-11-23T10:00:00', { kind: 'today' }],
    ['2026-11-23T23:59:59', '2026-11-23T10:00:00', { kind: 'today' }],
    ['2026-11-24T00:00:00', '2026-11-23T10:00:00', { kind: 'hours', left: 14 }],
    ['2026-11-24T10:00:00', '2026-11-23T10:00:00', { kind: 'hours', left: 24 }],
    ['2026-11-24T10:00:01', '2026-11-23T10:00:00', { kind: 'later' }],
  ])('of %s, at %s', (shipBy, now, urgency) => {
    expect(told(shipBy, now)).toEqual(urgency);
  });

  it('uses the time zone of the store for today', () => {
    // 23:30 and 15:30 of one day in Singapore are two different days in Auckland.
    expect(told('2026-11-23T23:30:00', '2026-11-23T15:30:00')).toEqual({ kind: 'today' });
    expect(told('2026-11-23T23:30:00', '2026-11-23T15:30:00', 'Pacific/Auckland')).toEqual({
      kind: 'hours',
      left: 8,
    });
  });
});
