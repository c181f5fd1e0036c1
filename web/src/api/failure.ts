import { fieldErrors, plainError } from '@evenstock/contract/api/fields';
import type { z } from 'zod';
import { messageText } from '../i18n/message-text.ts';
import { useFailureText } from './failure.texts.ts';

/** Why a call failed. `offline`: no reply arrived at all. */
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
      /** What the user can do about it, if the server names it. */
      readonly help?: 'otp' | 'second_factor';
    }
  /** `isLate`: the call timed out, so the server may still have carried it out. */
  | { readonly kind: 'offline'; readonly isLate?: true };

/** The error that `call` throws. */
export class CallError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(`call failed: ${failure.kind === 'offline' ? 'offline' : failure.status}`);
    this.name = 'CallError';
    this.failure = failure;
  }
}

/** Parses an error reply in the language shown now: 422 with field errors, any other status with at most one plain text. */
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

/** Returns the failure of a caught error; an error that is no CallError becomes a plain failure without a text. */
export function failureOf(thrown: unknown): Failure {
  return thrown instanceof CallError ? thrown.failure : { kind: 'plain', status: 0, text: null };
}

/** Whether a failed `authenticate` means that the token is invalid. A missing reply, 429 and 5xx do not mean that. */
export function endsSession(failure: Failure): boolean {
  return failure.kind === 'fields' || (failure.kind === 'plain' && [401, 403, 404].includes(failure.status));
}

/** Whether a retry may succeed soon. */
export function mayPass(failure: Failure): boolean {
  return failure.kind === 'offline' || (failure.kind === 'plain' && failure.status >= 502);
}

/** Capitalises the first letter: servers send 'name is taken', fields show 'Name is taken'. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The reason in one line: no reply, or all texts of the server; null if it gave none. */
export function describeFailure(failure: Failure): string | null {
  if (failure.kind === 'offline') return useFailureText.say(failure.isLate === true ? 'late' : 'noAnswer');
  if (failure.kind === 'plain') return failure.text;
  return Object.values(failure.errors).flat().map(capitalised).join('. ') || null;
}

/** What failed, and why if the server gave a reason. */
export function withReason(what: string, reason: string | null): string {
  return reason === null ? what : useFailureText.say('because', { what: what.replace(/[.。]$/, ''), reason });
}

/** Errors of the whole record (`errors.store`), or null. */
export function recordError(failure: Failure, record: string): string | null {
  return failure.kind === 'fields' ? (failure.errors[record]?.map(capitalised).join('. ') ?? null) : null;
}
