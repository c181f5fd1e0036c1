/** A day as `YYYY-MM-DD`. */
export type Day = string;

interface ZoneFormats {
  readonly calendar: Intl.DateTimeFormat;
  readonly clock: Intl.DateTimeFormat;
  readonly moment: Intl.DateTimeFormat;
}

const formats = new Map<string, ZoneFormats>();

/** The formatters of a zone, made once: making one takes longer than a thousand uses, and memory that garbage collection does not see. */
function formatsOf(timeZone: string): ZoneFormats {
  const kept = formats.get(timeZone);
  if (kept !== undefined) return kept;
  const made = {
    calendar: new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    }),
    clock: new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    }),
    // Swedish writes dates as ISO 8601 does.
    moment: new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }),
  };
  formats.set(timeZone, made);
  return made;
}

/** The day of an instant in UTC: for arithmetic on days and the names of logs. People read the day of their zone. */
export const utcDay = (instant: Date): Day => instant.toISOString().split('T', 1).join('');

/** The day that an instant falls on in a zone. */
export function dayOf(instant: Date, zone: string): Day {
  return formatsOf(zone).calendar.format(instant);
}

/** `2026-11-20 10:42` as clocks in a zone show the instant. */
export const momentIn = (zone: string, instant: Date): string => formatsOf(zone).moment.format(instant);

function parts(day: Day): { year: number; month: number; date: number } {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  return { year, month, date };
}

/** The same date some months earlier, or that month's last day where it has no such date (31 March → 28 February). */
export function monthsBefore(day: Day, months: number): Day {
  const { year, month, date } = parts(day);
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return utcDay(new Date(Date.UTC(year, month - 1 - months, Math.min(date, last))));
}

/** The day some days later (negative: earlier). */
export function daysAfter(day: Day, days: number): Day {
  const { year, month, date } = parts(day);
  return utcDay(new Date(Date.UTC(year, month - 1, date + days)));
}

/** The offset of a zone's clock from UTC at an instant, in milliseconds. */
function zoneOffset(instant: Date, zone: string): number {
  const fields = formatsOf(zone).clock.formatToParts(instant);
  const field = (type: string): number => Number(fields.find((part) => part.type === type)?.value ?? 0);
  const shown = Date.UTC(
    field('year'),
    field('month') - 1,
    field('day'),
    field('hour'),
    field('minute'),
    field('second'),
  );
  return shown - Math.floor(instant.getTime() / 1000) * 1000;
}

/** The instant at which a day begins in a zone. */
export function startOfDay(day: Day, zone: string): Date {
  const { year, month, date } = parts(day);
  const guess = Date.UTC(year, month - 1, date);
  const once = guess - zoneOffset(new Date(guess), zone);
  return new Date(guess - zoneOffset(new Date(once), zone));
}
