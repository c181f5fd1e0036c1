import { z } from 'zod';
import { fault, messageOnWire } from '../messages/message.ts';
import { searchKey } from '../values/search-key.ts';

/** Nothing is expected here. */
export const none = z.object({}).optional();
export const empty = z.object({});

/** Identity in a path: digits only is an id, anything else a slug. */
export const idOrSlug = z.string().min(1).max(255);
/** A record's id in a path, query or body. */
export const recordId = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
export const id = z.number().int();
/** The access token that something was done with; null for a signed-in person. `name` is null if the token no longer exists. */
export const usedToken = z.object({ id, name: z.string().nullable() }).nullable();
/** ISO 8601 in UTC, as `Date.toISOString` writes it. */
export const instant = z.iso.datetime();
/** `YYYY-MM-DD`, a day in the store's zone. */
export const day = z.iso.date({ error: fault('api.must_be_day') });
/** Amount in the major unit of its currency (12.5 = SGD 12.50). */
export const money = z.number();
/** A flag in a query string. */
export const flag = z.union([
  z.boolean(),
  z.enum(['true', 'false', '1', '0']).transform((v) => v === 'true' || v === '1'),
]);

/** A text to search for, as it is typed, pasted or scanned. */
export const searched = z.string().max(255).transform(searchKey);

/** Paging that every list takes. `page` counts from 1; `per_page` above 100 counts as 100. */
export const paging = {
  page: z.coerce.number().int().min(1).max(1_000_000).optional(),
  current: z.coerce.number().int().min(1).max(1_000_000).optional(),
  per_page: z.coerce
    .number()
    .int()
    .min(1)
    .transform((n) => Math.min(n, 100))
    .optional(),
};

/** Paging of a list that can be sorted. `s` is a sort such as `name desc`; in `q` it is the same. */
export const sortedPaging = { ...paging, s: z.string().max(100).optional() };

/** The count of a list's search stops at this number. */
export const mostCounted = 10_000;

/** Number of months that lists by day go back, except for platform admins; one record's own have no limit. */
export const monthsListed = 3;

/** The envelope of a list reply. */
export function listOf<K extends string, T extends z.ZodType>(key: K, item: T) {
  // TypeScript widens a computed key to any string.
  const envelope = { [key]: z.array(item) } as { [P in K]: z.ZodArray<T> };
  return z.object({
    ...envelope,
    total_count: z.number().int(),
    /** More than `total_count` match: counting stops there in a search, never without one. */
    total_count_exceeded: z.literal(true).optional(),
    page: z.number().int(),
    per_page: z.number().int(),
  });
}

/** 422: field → texts in English; `codes` has the same, for programs and other languages. */
export const fieldErrors = z.object({
  errors: z.record(z.string(), z.array(z.string())),
  codes: z.record(z.string(), z.array(messageOnWire)).optional(),
});
/** 401, 403, 404, 409, 429 and 5xx: a text in English with its code; the flags say what would help. */
export const plainError = messageOnWire.partial().extend({
  error: z.string(),
  /** 401: the password is right, the code of the second factor is missing or wrong. */
  otp_required: z.literal(true).optional(),
  /** 403: the store lets only people in who have a second factor. */
  second_factor_required: z.literal(true).optional(),
});

export const pageSize = { default: 10, choices: [10, 20, 50, 100], max: 100 } as const;
