import { fieldErrors, plainError } from '@evenstock/contract/fields';
import type { z } from 'zod';
import { messageText } from '../i18n/message-text.ts';
import { useFailureText } from './failure.texts.ts';

/** Why a call did not succeed. `offline`: no answer came at all. */
export type Failure =
  | {
      readonly kind: 'fields';
      readonly status: 422;
      readonly errors: Readonly<Record<string, readonly string[]>>;
    }
  | {
      readonly kind: 'plain';
      readonly status: number;
      readonly text: string | null;
      /** What would help, where the server says so. */
      readonly help?: 'otp' | 'second_factor';
    }
  /** `isLate`: it was waited for as long as is sensible. What was asked for may have been done. */
  | { readonly kind: 'offline'; readonly isLate?: true };

/** What `call` throws. */
export class CallError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(`call failed: ${failure.kind === 'offline' ? 'offline' : failure.status}`);
    this.name = 'CallError';
    this.failure = failure;
  }
}

/** Reads an error answer, in the language shown now: 422 with field errors, anything else with at most one plain text. */
export function readFailure(status: number, body: unknown): Failure {
  if (status === 422) {
    const fields = fieldErrors.safeParse(body);
    if (fields.success) return { kind: 'fields', status, errors: translated(fields.data) };
  }
  const plain = plainError.safeParse(body);
  if (!plain.success) return { kind: 'plain', status, text: null };
  const { error, code, values, otp_required: otp, second_factor_required: secondFactor } = plain.data;
  const text = messageText({ code, values, text: error });
  if (otp === true) return { kind: 'plain', status, text, help: 'otp' };
  return { kind: 'plain', status, text, ...(secondFactor === true ? { help: 'second_factor' } : {}) };
}

function translated({ errors, codes }: z.infer<typeof fieldErrors>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(errors).map(([field, texts]) => [
      field,
      texts.map((text, index) => messageText({ ...codes?.[field]?.[index], text })),
    ]),
  );
}

/** The failure behind anything that was thrown; what is not ours counts as an unexplained plain one. */
export function failureOf(thrown: unknown): Failure {
  return thrown instanceof CallError ? thrown.failure : { kind: 'plain', status: 0, text: null };
}

/** Whether a failed `authenticate` says that the token is no longer good. No answer, 429 and 5xx say nothing about it. */
export function endsSession(failure: Failure): boolean {
  return failure.kind === 'fields' || (failure.kind === 'plain' && [401, 403, 404].includes(failure.status));
}

/** Whether the same call may succeed a moment later. */
export function mayPass(failure: Failure): boolean {
  return failure.kind === 'offline' || (failure.kind === 'plain' && failure.status >= 502);
}

/** First letter in upper case: servers write 'name is taken', fields show 'Name is taken'. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Why it failed, in one line: no answer, or all texts of the server's; null where it gave none. */
export function describeFailure(failure: Failure): string | null {
  if (failure.kind === 'offline') return useFailureText.say(failure.isLate === true ? 'late' : 'noAnswer');
  if (failure.kind === 'plain') return failure.text;
  return Object.values(failure.errors).flat().map(capitalised).join('. ') || null;
}

/** Errors of the whole record (`errors.store`), or null. */
export function recordError(failure: Failure, record: string): string | null {
  return failure.kind === 'fields' ? (failure.errors[record]?.map(capitalised).join('. ') ?? null) : null;
}
