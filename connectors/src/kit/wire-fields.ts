import { z } from 'zod';

/**
 * Fields as marketplaces send them. Numbers may come as text, ids as numbers, an absent value as null, '' or nothing.
 * Each parser here normalises one of them.
 */

/** What stands for nothing at all. */
const isBlank = (text: string): boolean => text.trim() === '';
const isPlaceholder = (text: string): boolean => /^\s*(?:-+|n\/?a|null|none|undefined)?\s*$/i.test(text);

/** An id, kept as text. A number too large to be exact is refused rather than rounded; readJson gives such a number as text. */
export const idText = z.union([
  z.string().refine((id) => !isBlank(id), 'an id that is blank'),
  z
    .number()
    .refine((id) => Number.isSafeInteger(id), 'an id too large to be read exactly')
    .transform(String),
]);

/** A number, or text that holds one ('12.50', '1,234.50'). */
export const numeric = z.union([
  z.number(),
  z
    .string()
    .trim()
    .regex(/^[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d*)?$|^[-+]?\.\d+$/, 'not a number')
    .transform((text) => Number(text.replaceAll(',', ''))),
]);

/** A whole number, or text that holds one. */
export const count = numeric.pipe(z.number().int());

/** Text that is only shown, or that other calls may lack; null if it is missing or blank. It never costs its record. */
export const textOrNull = z
  .unknown()
  .optional()
  .transform((text): string | null => {
    if (typeof text === 'string') return isBlank(text) ? null : text;
    return typeof text === 'number' && Number.isFinite(text) ? String(text) : null;
  });

/** Text that is only shown; a placeholder ('-', '0', 'N/A') is nothing. Not for SKUs, of which each may be one. */
export const wordOrNull = textOrNull.transform((text) =>
  text === null || isPlaceholder(text) || text.trim() === '0' ? null : text,
);

/** A code of capitals, as a country's or a currency's, however it is written. */
export const capitalsOrNull = wordOrNull.transform((code) => code?.trim().toUpperCase() ?? null);

/** An id; null if it is missing, null or blank. */
export const idOrNull = z
  .union([idText, z.string().refine(isPlaceholder)])
  .nullish()
  .transform((id) => (id === undefined || id === null || isPlaceholder(id) ? null : id));

/** An id of which 0 is none; null if it is missing, null, blank or 0. */
export const idBeyondZero = idOrNull.transform((id) => (id?.trim() === '0' ? null : id));

/** A number; null if it is missing, null or blank text. */
export const numericOrNull = z
  .union([numeric, z.string().refine(isPlaceholder)])
  .nullish()
  .transform((value) => (typeof value === 'number' ? value : null));

/** A number that is only shown; null if it is none. */
export const shownNumber = z
  .unknown()
  .optional()
  .transform((value): number | null => {
    const parsed = numeric.safeParse(value);
    return parsed.success ? parsed.data : null;
  });

/** A whole number; null if it is missing, null or blank. Half a unit is a mistake of its record. */
export const countOrNull = numericOrNull.pipe(z.number().int().nullable());

/** A count; 0 if it is missing. */
export const countOrZero = numericOrNull.transform((value) => value ?? 0).pipe(z.number().int());

/** A yes or no in any spelling; null if it is missing or neither. */
export const flagOrNull = z
  .unknown()
  .optional()
  .transform((value): boolean | null => {
    if (typeof value === 'boolean') return value;
    if (value === 1 || value === 0) return value === 1;
    if (typeof value !== 'string') return null;
    if (/^\s*(?:true|t|yes|y|1|on)\s*$/i.test(value)) return true;
    return /^\s*(?:false|f|no|n|0|off)\s*$/i.test(value) ? false : null;
  });

/** A yes or no in any spelling; no if it is missing. */
export const flag = flagOrNull.transform((value) => value ?? false);

/** A list whose records are parsed one by one later; empty if it is missing or null. */
export const records = z
  .array(z.unknown())
  .nullish()
  .transform((list) => list ?? []);

/** A list; empty if it is missing or null. */
export function listOf<T extends z.ZodType>(item: T) {
  return z
    .array(item)
    .nullish()
    .transform((list): z.output<T>[] => list ?? []);
}

/** A list of which each member that cannot be read costs itself alone: choices to offer, rows that are only shown. */
export function readableOf<T extends z.ZodType>(item: T) {
  return z
    .array(z.unknown())
    .nullish()
    .catch(null)
    .transform((list): z.output<T>[] =>
      (list ?? []).flatMap((each) => {
        const parsed = item.safeParse(each);
        return parsed.success ? [parsed.data] : [];
      }),
    );
}

/** Seconds that something lives from now on; null where nothing is said of it: a zero is no life. */
export const lifeOrNull = shownNumber.transform((life) => (life === null || life <= 0 ? null : life));

/** From here on a number of seconds would be of the year 5138: it is milliseconds. */
const MILLISECONDS_FROM = 100_000_000_000;
const instantAt = (at: number): Date => new Date(at >= MILLISECONDS_FROM ? at : at * 1000);

/** Unix seconds, or milliseconds; null for 0, null or nothing. */
export const secondsOrNull = numericOrNull.transform((at) => (at === null || at <= 0 ? null : instantAt(at)));

/** Unix seconds, or milliseconds. */
export const seconds = numeric.pipe(z.number().positive()).transform(instantAt);
