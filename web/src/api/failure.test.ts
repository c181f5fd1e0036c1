import { beforeAll, describe, expect, it } from 'vitest';
import { startTexts } from '../i18n/texts.ts';
import {
  CallError,
  capitalised,
  describeFailure,
  endsSession,
  failureOf,
  readFailure,
  recordError,
  withReason,
} from './failure.ts';

beforeAll(() => startTexts('en'));

describe('reading an error answer', () => {
  it('keeps field errors apart from plain texts', () => {
    expect(readFailure(422, { errors: { name: ['is taken'] } })).toEqual({
      kind: 'fields',
      status: 422,
      errors: { name: ['is taken'] },
    });
    expect(readFailure(403, { error: 'Not allowed.' })).toEqual({
      kind: 'plain',
      status: 403,
      text: 'Not allowed.',
    });
  });

  it('accepts replies that are not in our format', () => {
    expect(readFailure(502, '<html>')).toEqual({ kind: 'plain', status: 502, text: null });
    expect(readFailure(422, { errors: [{ reference_number: 'A', error: 'x' }] })).toEqual({
      kind: 'plain',
      status: 422,
      text: null,
    });
  });
});

it.each([
  [401, true],
  [403, true],
  [404, true],
  [422, true],
  [429, false],
  [500, false],
  [503, false],
])('authenticate answering %i signs out: %s', (status, ends) => {
  expect(endsSession(readFailure(status, status === 422 ? { errors: {} } : { error: 'x' }))).toBe(ends);
});

it('a missing reply never signs out', () => {
  expect(endsSession({ kind: 'offline' })).toBe(false);
});

it('describes failures, capitalised', () => {
  const failure = readFailure(422, { errors: { store: ['is closed'], name: ['is taken', 'is too long'] } });
  expect(describeFailure(failure)).toBe('Is closed. Is taken. Is too long');
  expect(recordError(failure, 'store')).toBe('Is closed');
  expect(recordError(failure, 'order')).toBeNull();
  expect(capitalised('')).toBe('');
});

it('explains a missing reply, and that the request may still have been carried out', () => {
  expect(describeFailure({ kind: 'offline' })).toBe(
    'Evenstock did not answer. Check your connection and try again.',
  );
  expect(describeFailure({ kind: 'offline', isLate: true })).toBe(
    'Evenstock did not answer in time. It may still be done: look before you try again.',
  );
});

it('finds the failure in the thrown error', () => {
  expect(failureOf(new CallError({ kind: 'offline' }))).toEqual({ kind: 'offline' });
  expect(failureOf(new TypeError('x'))).toEqual({ kind: 'plain', status: 0, text: null });
});

it('what failed has its reason after it, without the end of its sentence', () => {
  expect(withReason('Failed to merge.', 'Not now.')).toBe('Failed to merge: Not now.');
  expect(withReason('Failed to merge.', null)).toBe('Failed to merge.');
});
