import { z } from 'zod';
import { badRequest } from './reply.ts';

/** A JSON body of this shape; without a body, that of an empty object. */
export function bodyAs<T>(schema: z.ZodType<T>, body: Uint8Array): T {
  let value: unknown;
  try {
    value = body.length === 0 ? {} : JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    throw badRequest('Invalid request body: it is not valid JSON.');
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const first = parsed.error.issues[0];
  const where = first === undefined || first.path.length === 0 ? 'body' : first.path.join('.');
  throw badRequest(`Invalid parameter ${where}: ${first?.message ?? 'invalid'}`);
}

/** `page_size` within its bounds; `usual` where it may be left out. */
export function pageSize(
  query: URLSearchParams,
  bounds: { readonly least?: number; readonly most: number; readonly usual?: number },
): number {
  const text = query.get('page_size') ?? '';
  if (text === '' && bounds.usual !== undefined) return bounds.usual;
  const { least = 1, most } = bounds;
  const size = Number(text);
  if (!/^\d+$/.test(text) || size < least || size > most)
    throw badRequest(`Invalid parameter page_size: it must be between ${String(least)} and ${String(most)}.`);
  return size;
}

/** One of these words; the first where it is left out. */
export function oneOf<T extends string>(
  query: URLSearchParams,
  name: string,
  words: readonly [T, ...T[]],
): T {
  const given = query.get(name) ?? '';
  if (given === '') return words[0];
  const found = words.find((word) => word === given);
  if (found === undefined)
    throw badRequest(`Invalid parameter ${name}: it must be one of ${words.join(', ')}.`);
  return found;
}

/** A word that must be there. */
export function needed(query: URLSearchParams, name: string): string {
  const given = query.get(name) ?? '';
  if (given === '') throw badRequest(`Missing required parameter ${name}.`);
  return given;
}

/** Ids are decimal text, never JSON numbers (tiktok.md 0). */
export const idText = z.string().regex(/^\d+$/, 'an id is a string of digits');
/** Unix seconds. */
export const seconds = z.int().min(0);
export const time = {
  create_time_ge: seconds.optional(),
  create_time_lt: seconds.optional(),
  update_time_ge: seconds.optional(),
  update_time_lt: seconds.optional(),
};

/** Whether an instant (seconds) lies in [ge, lt). */
export function isWithin(at: number, from: number | undefined, before: number | undefined): boolean {
  return at >= (from ?? 0) && at < (before ?? Infinity);
}

export function unixSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
