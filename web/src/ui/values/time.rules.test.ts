import { expect, it, vi } from 'vitest';
import { dayOf, formatTime, instantOf, monthsBefore, relativeTime } from './time.rules.ts';

const now = Date.parse('2026-11-20T02:42:30Z');

it('formats times in the zone of the store', () => {
  expect(formatTime('2026-11-20T02:42:30Z', 'Asia/Singapore')).toBe('2026-11-20 10:42');
  expect(formatTime('2026-11-19T17:05:00Z', 'Asia/Jakarta')).toBe('2026-11-20 00:05');
});

it.each([
  ['2026-11-20 10:42', 'Asia/Singapore', '2026-11-20T02:42:00.000Z'],
  ['2026-11-20 00:05', 'Asia/Jakarta', '2026-11-19T17:05:00.000Z'],
  ['2026-11-20 00:05', 'UTC', '2026-11-20T00:05:00.000Z'],
])('parses %s as a local time in %s', (time, zone, instant) => {
  expect(instantOf(time, zone)).toBe(instant);
  expect(formatTime(instant, zone)).toBe(time);
});

it.each([
  ['2026-12-02T02:42:30Z', 'in 12 days'],
  ['2026-11-08T02:42:30Z', '12 days ago'],
  ['2026-11-20T02:38:00Z', '4 minutes ago'],
  ['2026-11-20T02:42:29Z', 'now'],
  ['2026-11-20T02:42:10Z', '20 seconds ago'],
  ['2026-12-20T02:42:29Z', 'in 30 days'],
  ['2026-11-20T04:42:29Z', 'in 1 hour'],
  ['2026-12-25T02:42:30Z', 'in 35 days'],
  ['2027-03-20T02:42:30Z', 'in 4 months'],
])('formats the distance of %s as %s', (instant, text) => {
  expect(relativeTime(instant, now, 'en')).toBe(text);
});

it('formats it in Chinese if Chinese was chosen', () => {
  expect(relativeTime('2026-11-20T02:38:00Z', now, 'zh-Hans')).toBe('4分钟前');
});

it('knows the day in the zone', () => {
  expect(dayOf(Date.parse('2026-11-19T17:05:00Z'), 'Asia/Jakarta')).toBe('2026-11-20');
});

it('subtracts months', () => {
  expect(monthsBefore('2026-11-20', 1)).toBe('2026-10-20');
  expect(monthsBefore('2026-03-31', 1)).toBe('2026-02-28');
  expect(monthsBefore('2026-01-15', 3)).toBe('2025-10-15');
});

it('creates a formatter once for each zone and language, however many times are shown', () => {
  const made: unknown[] = [];
  const real = Intl;
  const counting = <Made extends new (...given: never[]) => object>(constructor: Made): Made =>
    new Proxy(constructor, {
      construct(target, given) {
        made.push(given[0]);
        return Reflect.construct(target, given) as object;
      },
    });
  vi.stubGlobal('Intl', {
    DateTimeFormat: counting(real.DateTimeFormat),
    RelativeTimeFormat: counting(real.RelativeTimeFormat),
  });
  for (let second = 0; second < 100; second += 1) {
    const instant = new Date(now - second * 1000).toISOString();
    formatTime(instant, 'Asia/Tokyo');
    relativeTime(instant, now, 'de');
  }
  vi.unstubAllGlobals();
  // One each for local times, for 'now', and for distances.
  expect(made).toHaveLength(3);
});
