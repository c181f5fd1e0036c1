import { keptBy } from '@evenstock/contract/values/kept-by';
import { utcDay } from '@evenstock/contract/values/utc-day';

const clockOf = keptBy(
  (timeZone: string) =>
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
);
const nowIn = keptBy((language: string) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));
const distanceIn = keptBy((language: string) => new Intl.RelativeTimeFormat(language, { numeric: 'always' }));

/** `2026-11-20 10:42`: the instant as local time in that zone. */
export function formatTime(instant: string, zone: string): string {
  const parts = clockOf(zone).formatToParts(new Date(instant));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((p) => p.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}`;
}

/** The instant of a local time (`2026-11-20 10:42`) in that zone. */
export function instantOf(time: string, zone: string): string {
  const asUtc = (shown: string) => Date.parse(`${shown.replace(' ', 'T')}:00Z`);
  const wanted = asUtc(time);
  const ahead = asUtc(formatTime(new Date(wanted).toISOString(), zone)) - wanted;
  return new Date(wanted - ahead).toISOString();
}

const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];

/** Below this many seconds it is 'now': screens update relative times only every 15 s. */
const nowish = 15;

/**
 * 'in 12 days', '4 minutes ago', 'now': in the largest unit that fits; days up to two months. `now` in milliseconds, `language`
 * is a BCP 47 tag.
 */
export function relativeTime(instant: string, now: number, language: string): string {
  const seconds = Math.trunc((new Date(instant).getTime() - now) / 1000);
  if (Math.abs(seconds) < nowish) return nowIn(language).format(0, 'second');
  const [unit, size] = steps.find(
    ([name, length]) => Math.abs(seconds) >= (name === 'month' ? 2 : 1) * length,
  ) ?? ['second' as const, 1];
  // Days and months are rounded: a second after a limit of thirty days was set it must read 'in 30 days'. Shorter units are
  // truncated.
  const count = size >= 86_400 ? Math.round(seconds / size) : Math.trunc(seconds / size);
  return distanceIn(language).format(count, unit);
}

/** The calendar day (`2026-11-20`) in that zone. */
export function dayOf(now: number, zone: string): string {
  return formatTime(new Date(now).toISOString(), zone).slice(0, 10);
}

/** The day a number of months earlier; the last day of a shorter month if the day does not exist there. */
export function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return utcDay(new Date(Date.UTC(year, month - 1 - months, Math.min(date, lastOfMonth))));
}
