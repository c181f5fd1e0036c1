import { z } from 'zod';
import { ChannelError, unexpected } from './errors.ts';
import type { Unreadable } from './paging.ts';

/** The reason why a record is unreadable, in words that a seller can pass on. */
export function whyUnreadable(what: string, problem: z.ZodError): string {
  const first = problem.issues[0];
  const field = first === undefined || first.path.length === 0 ? 'its form' : `"${first.path.join('.')}"`;
  return `The marketplace sent ${what} in a form that Evenstock does not know (${field}: ${first?.message ?? 'unknown'}). It was set aside; the rest was read.`;
}

/**
 * Reads records one by one: a record that does not fit is quarantined with its reason, and the rest is processed.
 * `nameOf` finds a reference in the raw record; `read` may throw a ZodError or a ChannelError `rejected` to quarantine it.
 */
export function readEach<T>(
  list: readonly unknown[],
  what: string,
  nameOf: (record: unknown) => string,
  read: (record: unknown) => T,
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

/** The reason to quarantine a record; an error that concerns more than this record is thrown on. */
export function reasonOf(what: string, error: unknown): string {
  if (error instanceof z.ZodError) return whyUnreadable(what, error);
  if (error instanceof ChannelError && error.fault.kind === 'rejected') return error.fault.message;
  throw error;
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
  const first = parsed.error.issues[0];
  throw unexpected(
    `The marketplace's answer to ${call} does not follow its document (${first?.path.join('.') ?? ''}: ${first?.message ?? ''}).`,
  );
}
