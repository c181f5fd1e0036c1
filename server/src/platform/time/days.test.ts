import { describe, expect, it } from 'vitest';
import { dayOf, daysAfter, monthsBefore, startOfDay } from './days.ts';

describe('days in a zone', () => {
  it('puts an instant on the day that the zone shows', () => {
    expect(dayOf(new Date('2026-11-20T16:30:00Z'), 'Asia/Singapore')).toBe('2026-11-21');
    expect(dayOf(new Date('2026-11-20T16:30:00Z'), 'Asia/Jakarta')).toBe('2026-11-20');
  });

  it('begins a day at its midnight, also where the clock changes', () => {
    expect(startOfDay('2026-11-21', 'Asia/Singapore').toISOString()).toBe('2026-11-20T16:00:00.000Z');
    expect(startOfDay('2026-03-30', 'Europe/Berlin').toISOString()).toBe('2026-03-29T22:00:00.000Z');
    expect(startOfDay('2026-03-29', 'Europe/Berlin').toISOString()).toBe('2026-03-28T23:00:00.000Z');
  });

  it('goes back by months to a date that exists', () => {
    expect(monthsBefore('2026-11-20', 1)).toBe('2026-10-20');
    expect(monthsBefore('2026-03-31', 1)).toBe('2026-02-28');
    expect(monthsBefore('2026-01-31', 3)).toBe('2025-10-31');
  });

  it('counts days over the end of a month', () => {
    expect(daysAfter('2026-11-30', 1)).toBe('2026-12-01');
    expect(daysAfter('2026-03-01', -1)).toBe('2026-02-28');
  });
});
