import { message, type Message } from '@evenstock/contract/messages/message';
import { z } from 'zod';
import { ChannelError, unexpected } from './errors.ts';
import type { Unreadable } from './paging.ts';

/** What a record is of. */
type RecordKind = 'order' | 'listing' | 'return' | 'discount';

/** The reason why a record is unreadable, in words that a seller can pass on. */
export function whyUnreadable(what: RecordKind, problem: z.ZodError): Message {
  const [first] = problem.issues;
  return message(`answers.${what}_unreadable`, {
    field: first?.path.join('.') ?? '',
    problem: first?.message ?? '',
  });
}

/**
 * Reads records one by one: a record that does not fit is quarantined with its reason, and the rest is processed.
 * `nameOf` finds a reference in the raw record; `read` may throw a ZodError or a ChannelError `rejected` to quarantine it.
 */
export function readEach<T, R = unknown>(
  list: readonly R[],
  what: RecordKind,
  nameOf: (record: R) => string,
  read: (record: R) => T,
): { read: T[]; unreadable: Unreadable[] } {
  const done: T[] = [];
  const unreadable: Unreadable[] = [];
  for (const record of list) {
    try {
      done.push(read(record));
    } catch (error) {
      unreadable.push({ reference: nameOf(record), reason: reasonOf(what, error) });
    }
  }
  return { read: done, unreadable };
}

/** The reason to quarantine a record; a fault that concerns more than this record is thrown on. */
export function reasonOf(what: RecordKind, error: unknown): Message {
  if (error instanceof z.ZodError) return whyUnreadable(what, error);
  if (error instanceof ChannelError && ['rejected', 'unexpected'].includes(error.fault.kind))
    return error.fault.reason;
  if (error instanceof ChannelError || !(error instanceof Error)) throw error;
  return message(`answers.${what}_unreadable`, { field: '', problem: error.message });
}

/** The first of these fields that a raw record has, as text, to name the record by. */
export function nameFrom(record: unknown, ...fields: readonly string[]): string {
  const found = z.record(z.string(), z.unknown()).safeParse(record);
  for (const field of found.success ? fields : []) {
    const value = found.data?.[field];
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number') return String(value);
  }
  return 'unknown';
}

/** Parses the reply of a whole call; one that does not fit is `unexpected`. */
export function parseReply<T extends z.ZodType>(schema: T, value: unknown, call: string): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [first] = parsed.error.issues;
  const values = { call, field: first?.path.join('.') ?? '', problem: first?.message ?? '' };
  throw unexpected(message('answers.not_as_documented', values));
}
