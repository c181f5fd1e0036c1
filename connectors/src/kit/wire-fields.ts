import { z } from 'zod';

/**
 * Fields as marketplaces really send them. Numbers may come as text, ids as numbers, an absent value as null, '' or nothing.
 * Everything here turns them into one form.
 */

/** An id: kept as text. A number too large to be exact in JSON is refused rather than rounded. */
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

/** Text that may be missing, null or empty: then null. */
export const textOrNull = z
  .string()
  .nullish()
  .transform((text) => (text === undefined || text === null || text === '' ? null : text));

/** An id that may be missing, null or empty: then null. */
export const idOrNull = z
  .union([idText, z.literal('')])
  .nullish()
  .transform((id) => (id === undefined || id === null || id === '' ? null : id));

/** A number that may be missing, null or empty text: then null. */
export const numericOrNull = z
  .union([numeric, z.literal('')])
  .nullish()
  .transform((value) => (value === undefined || value === null || value === '' ? null : value));

/** A count that may be missing: then 0. */
export const countOrZero = numericOrNull.transform((value) => value ?? 0).pipe(z.number().int());

/** A yes or no that may be missing (then no) or come as text. */
export const flag = z
  .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
  .nullish()
  .transform((value) => value ?? false);

/** A list that may be missing or null: then empty. Its records are parsed one by one later. */
export const records = z
  .array(z.unknown())
  .nullish()
  .transform((list) => list ?? []);

/** A list that may be missing or null: then empty. */
export function listOf<T extends z.ZodType>(item: T) {
  return z
    .array(item)
    .nullish()
    .transform((list): z.output<T>[] => list ?? []);
}

/** Unix seconds; 0, null or nothing when it has not happened. */
export const secondsOrNull = numericOrNull.transform((at) =>
  at === null || at <= 0 ? null : new Date(at * 1000),
);

/** Unix seconds. */
export const seconds = numeric.pipe(z.number().positive()).transform((at) => new Date(at * 1000));
