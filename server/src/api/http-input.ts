import qs from 'qs';
import type { z } from 'zod';
import { invalid, Refusal } from './routing.ts';

/** Most values that one query may carry, and that one list in it may hold. */
const MOST_VALUES = 1_000;
const NUL = '\u0000';

export type FieldErrors = Record<string, string[]>;

/** A query with more values than any call needs. It is refused where input is read: a parser must not throw. */
const tooMuch = { tooMuch: true };

/** Parses a query string with brackets (`q[name_cont]=a`, `ids[]=1&ids[]=2`). */
export function parseQuery(text: string): Record<string, unknown> {
  try {
    return qs.parse(text, {
      depth: 3,
      arrayLimit: MOST_VALUES,
      parameterLimit: MOST_VALUES,
      throwOnLimitExceeded: true,
    });
  } catch {
    return tooMuch;
  }
}

/**
 * Holds input to its schema.
 * @param where names what a fault without a field belongs to ('body', 'query')
 * @throws Refusal 422 with a text for each field
 */
export function readInput(schema: z.ZodType, value: unknown, where: 'body' | 'query'): unknown {
  if (value === tooMuch) {
    throw invalid(where, `The address carries too much: at most ${String(MOST_VALUES)} values.`);
  }
  if (holdsNul(value))
    throw invalid(where, 'The text holds a NUL character, which cannot be stored. Take it out.');
  const parsed = schema.safeParse(value, { error: describeIssue });
  if (parsed.success) return parsed.data;
  const fields = fieldErrors(parsed.error.issues, where);
  throw new Refusal(422, Object.values(fields).flat().join(' '), fields);
}

/** PostgreSQL has no NUL in texts. Looks no deeper than any schema does. */
function holdsNul(value: unknown, depth = 6): boolean {
  if (typeof value === 'string') return value.includes(NUL);
  if (typeof value !== 'object' || value === null || depth === 0) return false;
  return Object.entries(value).some(([key, member]) => key.includes(NUL) || holdsNul(member, depth - 1));
}

function fieldErrors(issues: readonly z.core.$ZodIssue[], where: string): FieldErrors {
  const fields: FieldErrors = {};
  for (const issue of issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [fieldName(issue.path, where)];
    for (const name of names) (fields[name] ??= []).push(issue.message);
  }
  return fields;
}

/** `user.email` is reported as `email`; entries of lists keep their place: `orders.3.reference_number`. */
function fieldName(path: readonly PropertyKey[], where: string): string {
  const named = path.map(String);
  const inList = path.some((part) => typeof part === 'number');
  return (inList ? named.join('.') : named.at(-1)) ?? where;
}

function label(path: readonly PropertyKey[] | undefined): string {
  const name = path?.filter((part) => typeof part === 'string').at(-1);
  if (name === undefined) return 'This';
  const words = name.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const kinds: Readonly<Record<string, string>> = {
  number: 'a number',
  int: 'a whole number',
  string: 'text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a time such as 2026-11-20T09:00:00Z',
};

/** What is wrong, in words for a person, where the schema has no words of its own. */
function describeIssue(issue: z.core.$ZodRawIssue): string {
  const field = label(issue.path);
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? `${field} is required`
        : `${field} must be ${kinds[issue.expected] ?? issue.expected}`;
    case 'too_big':
      return `${field} must be at most ${limit(issue.maximum, issue.origin)}`;
    case 'too_small':
      return `${field} must be at least ${limit(issue.minimum, issue.origin)}`;
    case 'invalid_value':
      return `${field} must be one of: ${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return `${field} is not a valid ${issue.format.replaceAll('_', ' ')}`;
    case 'unrecognized_keys':
      return `${issue.keys.join(', ')} ${issue.keys.length === 1 ? 'is' : 'are'} not known here`;
    case 'invalid_union': {
      const choices = new Set(issue.errors.flat().map((inner) => inner.message));
      return choices.size === 0 ? `${field} is not valid` : [...choices].join(', or ');
    }
    default:
      return `${field} is not valid`;
  }
}

function limit(value: number | bigint, origin: string): string {
  if (origin === 'string') return `${String(value)} characters long`;
  return origin === 'array' || origin === 'set' ? `${String(value)} entries` : String(value);
}
