import { z } from 'zod';

/**
 * Times as marketplaces write them: '2026-11-20T04:00:00Z', '2026/11/20 12:00', '2026-1-2 3:04:05', '2020-02-0300:00',
 * '2023-10-31 21:24:22 +0000 UTC', Unix seconds or milliseconds. A date without a time of day, or with something after it that is not
 * understood, is no instant: it is never taken for midnight.
 */
const written =
  /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:T|\s*T\s*|\s+|(?<=\2\d{2}))(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?\s*(?:\[?([A-Z]{3,4})\]?)?$/i;

/** Letters of zones, in minutes east. Those that stand for several zones (CST, IST, BST) are left out. */
const zones: Readonly<Record<string, number>> = {
  UTC: 0,
  GMT: 0,
  SGT: 480,
  MYT: 480,
  HKT: 480,
  PHT: 480,
  AWST: 480,
  WITA: 480,
  WIB: 420,
  ICT: 420,
  WIT: 540,
  JST: 540,
  KST: 540,
  EST: -300,
  EDT: -240,
  MST: -420,
  MDT: -360,
  PST: -480,
  PDT: -420,
  CET: 60,
  CEST: 120,
  AEST: 600,
  AEDT: 660,
};

/** What stands for no time at all: zero times of databases and programming languages. */
const isZero = (text: string): boolean =>
  /^0*$/.test(text) || /^(?:0000|0001|1900|1970)[-/.]0?1[-/.]0?1(?!\d)|^0000[-/.]00/.test(text);

/** An instant from text or a number; null if it is none. `zone` is where the marketplace writes none: '+08:00'. */
export function instantOf(value: string | number, zone: string): Date | null {
  const text = String(value).trim();
  if (/^\d{10}(?:\.\d+)?$|^\d{13}$/.test(text))
    return new Date(text.length === 13 ? Number(text) : Number(text) * 1000);
  const found = written.exec(text);
  if (found === null || isZero(text)) return null;
  const [
    ,
    year = '',
    ,
    month = '',
    day = '',
    hour = '',
    minute = '',
    second = '0',
    fraction = '',
    offset,
    letters,
  ] = found;
  const given =
    offset === undefined ? (letters === undefined ? zone : letters.toUpperCase()) : offset.toUpperCase();
  const east = minutesEast(given);
  const [mm, dd] = [Number(month), Number(day)];
  const local = new Date(
    Date.UTC(
      Number(year),
      mm - 1,
      dd,
      Number(hour),
      Number(minute),
      Number(second),
      Number(`${fraction}000`.slice(0, 3)),
    ),
  );
  const isReal =
    local.getUTCMonth() === mm - 1 &&
    local.getUTCDate() === dd &&
    Number(hour) < 24 &&
    Number(minute) < 60 &&
    Number(second) < 60;
  return isReal && east !== null ? new Date(local.getTime() - east * 60_000) : null;
}

function minutesEast(zone: string): number | null {
  if (zone === 'Z') return 0;
  const found = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone);
  if (found === null) return zones[zone] ?? null;
  const minutes = Number(found[2]) * 60 + Number(found[3] ?? 0);
  return found[1] === '-' ? -minutes : minutes;
}

/** A time that must be there. */
export const instantIn = (zone: string) =>
  z.union([z.string(), z.number()]).transform((value, context) => {
    const at = instantOf(value, zone);
    if (at !== null) return at;
    context.addIssue({ code: 'custom', message: 'not a date with a time' });
    return z.NEVER;
  });

/** A time that is only shown: null if it is missing, blank, a zero time or not understood. */
export const instantOrNullIn = (zone: string) =>
  z
    .unknown()
    .optional()
    .transform((value) =>
      typeof value === 'string' || typeof value === 'number' ? instantOf(value, zone) : null,
    );
