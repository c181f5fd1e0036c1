import { z } from 'zod';

/**
 * Fields as marketplaces send them. Numbers may come as text, ids as numbers, an absent value as null, '' or nothing.
 * Each parser here normalises one of them.
 */

/** An id, kept as text. A number too large to be exact in JSON is rejected rather than rounded. */
export const idText = z.union([
  z.string().min(1),
  z
    .number()
    .refine((id) => Number.isSafeInteger(id), 'an id too large to be read exactly')
    .transform(String),
]);

/** A number, or text that holds one ('12.50'). */
export const numeric = z.union([
  z.number(),
  z
    .string()
    .trim()
    .regex(/^-?\d+(\.\d+)?$/, 'not a number')
    .transform(Number),
]);

/** A whole number, or text that holds one. */
export const count = numeric.pipe(z.number().int());

/** Text; null if it is missing, null or empty. */
export const textOrNull = z
  .string()
  .nullish()
  .transform((text) => (text === undefined || text === null || text === '' ? null : text));

/** An id; null if it is missing, null or empty. */
export const idOrNull = z
  .union([idText, z.literal('')])
  .nullish()
  .transform((id) => (id === undefined || id === null || id === '' ? null : id));

/** A number; null if it is missing, null or empty text. */
export const numericOrNull = z
  .union([numeric, z.literal('')])
  .nullish()
  .transform((value) => (value === undefined || value === null || value === '' ? null : value));

/** A count; 0 if it is missing. */
export const countOrZero = numericOrNull.transform((value) => value ?? 0).pipe(z.number().int());

/** A boolean, which may come as text; false if it is missing. */
export const flag = z
  .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
  .nullish()
  .transform((value) => value ?? false);

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

/** Unix seconds; null for 0, null or nothing. */
export const secondsOrNull = numericOrNull.transform((at) =>
  at === null || at <= 0 ? null : new Date(at * 1000),
);

/** Unix seconds. */
export const seconds = numeric.pipe(z.number().positive()).transform((at) => new Date(at * 1000));
