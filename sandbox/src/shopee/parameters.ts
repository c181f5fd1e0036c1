import { z } from 'zod';
import { badParameter } from './reply.ts';

/** A list in a query: repeated keys, comma-joined, or both (1.5). Empty parts are left out. */
export function listOf(query: URLSearchParams, name: string): string[] {
  return query
    .getAll(name)
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

/** A list that must be there and be no longer than this. */
export function requiredList(query: URLSearchParams, name: string, most: number): string[] {
  const values = listOf(query, name);
  if (values.length === 0) throw badParameter(`${name} is required.`);
  if (values.length > most)
    throw badParameter(`the length of ${name} should be between 1 and ${String(most)}.`);
  return values;
}

/** A whole number in a query. */
export function numberOf(
  query: URLSearchParams,
  name: string,
  range: { least?: number; most?: number; usual?: number },
): number {
  const text = query.get(name);
  if (text === null || text === '') {
    if (range.usual !== undefined) return range.usual;
    throw badParameter(`${name} is required.`);
  }
  const value = Number(text);
  const { least = 0, most = Number.MAX_SAFE_INTEGER } = range;
  if (!Number.isInteger(value) || value < least || value > most) {
    throw badParameter(`${name} is invalid, it should be between ${String(least)} and ${String(most)}.`);
  }
  return value;
}

/** A JSON body of this shape; ids may come as numbers or text. */
export function bodyAs<T>(schema: z.ZodType<T>, body: Uint8Array): T {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    throw badParameter('The request body is not valid JSON.');
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const first = parsed.error.issues[0];
  throw badParameter(`${first?.path.join('.') ?? 'body'}: ${first?.message ?? 'invalid'}`);
}

/** An id in a body: a JSON number, kept as text. */
export const idNumber = z.union([z.int().nonnegative(), z.string().regex(/^\d+$/)]).transform(String);
