import { english } from '@evenstock/contract/messages/english';
import { message, type Message, type MessageCode } from '@evenstock/contract/messages/message';
import { readFault } from '@evenstock/contract/messages/read-fault';
import qs from 'qs';
import type { z } from 'zod';
import { invalid, invalidFields, type FieldFaults } from './routing.ts';
import { unknownFields, type UnknownField } from './unknown-fields.rules.ts';

/** Most values that one query may carry, and that one list in it may hold. */
const MOST_VALUES = 1_000;
const NUL = '\u0000';

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
 * Holds input to its schema. A field that the schema does not name is a fault: a filter with a slip would match everything.
 * @param where names what a fault without a field belongs to ('body', 'query')
 * @throws Refusal 422 with a text for each field
 */
export function readInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  where: 'body' | 'query',
): z.output<Schema> {
  if (value === tooMuch) {
    throw invalid(where, message('api.too_many_values', { count: MOST_VALUES }));
  }
  if (holdsNul(value)) throw invalid(where, message('api.nul_character'));
  const unknown = unknownFields(schema, value);
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success && unknown.length === 0) return parsed.data;
  const issues = parsed.success ? [] : parsed.error.issues;
  throw invalidFields(faultsByField(issues, unknown, where));
}

/** PostgreSQL has no NUL in texts. Looks no deeper than any schema does. */
function holdsNul(value: unknown, depth = 6): boolean {
  if (typeof value === 'string') return value.includes(NUL);
  if (typeof value !== 'object' || value === null || depth === 0) return false;
  return Object.entries(value).some(([key, member]) => key.includes(NUL) || holdsNul(member, depth - 1));
}

function faultsByField(
  issues: readonly z.core.$ZodIssue[],
  unknown: readonly UnknownField[],
  where: 'body' | 'query',
): FieldFaults {
  // A map: a caller may name a field as what every object has.
  const fields = new Map<string, Message[]>();
  const add = (name: string, reason: Message) => fields.set(name, [...(fields.get(name) ?? []), reason]);
  for (const { path, nearest } of unknown) add(fieldName(path, where), unknownFault(path, nearest, where));
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') add(fieldName(issue.path, where), faultOf(issue));
  }
  if (fields.size === 0) add(where, message('api.invalid', { field: label([where]) }));
  return Object.fromEntries(fields);
}

function unknownFault(
  path: readonly string[],
  nearest: readonly string[] | null,
  where: 'body' | 'query',
): Message {
  const field = writtenPath(path, where);
  return nearest === null
    ? message('api.unknown_field', { field })
    : message('api.unknown_field_nearest', { field, nearest: writtenPath(nearest, where) });
}

/** A field as a caller writes it: `q[name_cont]` in a query, `user.email` in a body. */
const writtenPath = ([first = '', ...rest]: readonly string[], where: 'body' | 'query'): string =>
  where === 'query' ? `${first}${rest.map((name) => `[${name}]`).join('')}` : [first, ...rest].join('.');

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

type Kind = 'number' | 'int' | 'string' | 'boolean' | 'array' | 'object' | 'record' | 'date';
const kinds = {
  number: 'api.must_be_number',
  int: 'api.must_be_whole_number',
  string: 'api.must_be_text',
  boolean: 'api.must_be_flag',
  array: 'api.must_be_list',
  object: 'api.must_be_object',
  record: 'api.must_be_object',
  date: 'api.must_be_instant',
} as const satisfies Readonly<Record<Kind, MessageCode>>;
const isKind = (text: string): text is Kind => Object.hasOwn(kinds, text);

/** What is wrong with a field: what the schema says, or else what follows from its type and bounds. */
function faultOf(issue: z.core.$ZodIssue): Message {
  const given = readFault(issue.message);
  if (given !== null) return given;
  const field = label(issue.path);
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return message('api.required', { field });
      return isKind(issue.expected)
        ? message(kinds[issue.expected], { field })
        : message('api.must_be', { field, expected: issue.expected });
    case 'too_big':
      return boundFault(issue.origin, { field, limit: String(issue.maximum) }, tooLarge);
    case 'too_small':
      return boundFault(issue.origin, { field, limit: String(issue.minimum) }, tooSmall);
    case 'invalid_value':
      return message('api.not_a_choice', { field, choices: issue.values.map(String).join(', ') });
    case 'invalid_format':
      return message('api.invalid_format', { field, format: issue.format.replaceAll('_', ' ') });
    case 'invalid_union':
      return eitherOf(issue.errors.flat().map(faultOf)) ?? message('api.invalid', { field });
    default:
      return message('api.invalid', { field });
  }
}

interface BoundCodes {
  readonly text: 'api.too_long' | 'api.too_short';
  readonly list: 'api.too_many' | 'api.too_few';
  readonly number: 'api.too_big' | 'api.too_small';
}
const tooLarge: BoundCodes = { text: 'api.too_long', list: 'api.too_many', number: 'api.too_big' };
const tooSmall: BoundCodes = { text: 'api.too_short', list: 'api.too_few', number: 'api.too_small' };

function boundFault(
  origin: string,
  values: { readonly field: string; readonly limit: string },
  codes: BoundCodes,
): Message {
  if (origin === 'string') return message(codes.text, values);
  return message(origin === 'array' || origin === 'set' ? codes.list : codes.number, values);
}

/** One fault that stands for the faults of every choice; null where there is none. */
function eitherOf(faults: readonly Message[]): Message | null {
  const texts = [...new Set(faults.map(english))];
  const [first] = faults;
  if (first === undefined || texts.length === 1) return first ?? null;
  return message('api.either', { faults: texts.join(', or ') });
}
