import { fromChannel, message } from '@evenstock/contract/messages/message';
import { describe, expect, it } from 'vitest';
import {
  afterCheck,
  afterCheckFault,
  afterDismissal,
  afterPerform,
  afterPerformFault,
  MOST_CALLS,
  showsWithin,
  type CallHistory,
} from './action-state.rules.ts';

const now = new Date('2026-11-22T10:00:00Z');
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const reference = { feedId: 'F1' };

function history(changes: Partial<CallHistory> = {}): CallHistory {
  return { reference: null, calls: 1, checks: 1, sentAt: inSeconds(-10), ...changes };
}

describe('an answer to the call', () => {
  it.each([
    [{ outcome: 'done' } as const, { state: 'done' }],
    [
      { outcome: 'pending', reference, afterSeconds: 30 } as const,
      { state: 'sent', reference, nextAt: inSeconds(30) },
    ],
    [
      { outcome: 'rejected', code: 'full', reason: fromChannel('Five are enough.'), mayPass: true } as const,
      { state: 'refused', code: 'full', reason: fromChannel('Five are enough.'), mayRetry: true },
    ],
    [
      { outcome: 'unknown', reason: fromChannel('No word of it.') } as const,
      { state: 'unknown', reference: null, nextAt: inSeconds(2) },
    ],
  ])('%j', (result, progress) => {
    expect(afterPerform(result, now)).toEqual(progress);
  });
});

describe('an error of the call', () => {
  it('that says nothing was done leaves it waiting, or refuses it', () => {
    const throttled = { kind: 'throttled', reason: fromChannel('Slower.') } as const;
    expect(afterPerformFault({ ...throttled, afterSeconds: 9 }, true, now)).toEqual({
      state: 'waiting',
      nextAt: inSeconds(9),
    });
    expect(afterPerformFault({ ...throttled, afterSeconds: 0 }, true, now)).toEqual({
      state: 'waiting',
      nextAt: inSeconds(1),
    });
    const words = { code: 'c', reason: fromChannel('No.') };
    expect(afterPerformFault({ kind: 'rejected', ...words }, true, now)).toEqual({
      state: 'refused',
      code: 'c',
      reason: fromChannel('No.'),
      mayRetry: false,
    });
    expect(afterPerformFault({ kind: 'unauthorised', ...words }, true, now)).toMatchObject({
      state: 'refused',
      reason: message('actions.not_authorised'),
      mayRetry: true,
    });
  });

  it.each(['unavailable', 'unexpected'] as const)('%s leaves it unknown once a request was sent', (kind) => {
    const fault = { kind, reason: fromChannel('No answer.') };
    expect(afterPerformFault(fault, true, now)).toEqual({
      state: 'unknown',
      reference: null,
      nextAt: inSeconds(2),
    });
    expect(afterPerformFault(fault, false, now)).toEqual({ state: 'waiting', nextAt: inSeconds(30) });
  });
});

describe('a look at the marketplace', () => {
  it('that finds the effect, or its refusal, ends it', () => {
    expect(afterCheck({ effect: 'done' }, history(), now, 60)).toEqual({ state: 'done' });
    const refused = { effect: 'refused', code: 'c', reason: fromChannel('No.') } as const;
    expect(afterCheck(refused, history(), now, 60)).toEqual({
      state: 'refused',
      code: 'c',
      reason: fromChannel('No.'),
      mayRetry: false,
    });
  });

  it('that finds nothing counts only once the call can no longer take effect', () => {
    const nothing = { effect: 'not_done' } as const;
    const left = (seconds: number) => history({ sentAt: inSeconds(-seconds), checks: 3 });
    expect(afterCheck(nothing, left(10), now, 60)).toEqual({
      state: 'unknown',
      reference: null,
      nextAt: inSeconds(16),
    });
    // Never later than the moment from which it counts.
    const almost = new Date(inSeconds(1).getTime() + 1);
    expect(afterCheck(nothing, left(59), now, 60)).toEqual({
      state: 'unknown',
      reference: null,
      nextAt: almost,
    });
    expect(afterCheck(nothing, left(60), now, 60)).toMatchObject({ state: 'unknown' });
    expect(afterCheck(nothing, left(60.001), now, 60)).toEqual({ state: 'waiting', nextAt: now });
  });

  it('that finds nothing again and again refuses it', () => {
    const often = history({ calls: MOST_CALLS, sentAt: inSeconds(-61) });
    expect(afterCheck({ effect: 'not_done' }, often, now, 60)).toMatchObject({
      state: 'refused',
      code: 'no_effect',
      mayRetry: true,
    });
    const partly = { code: 'refusals.packed_not_ready', values: { channel: 'Lazada' } } as const;
    expect(afterCheck({ effect: 'not_done', partly }, often, now, 60)).toMatchObject({ reason: partly });
  });

  it('that is inconclusive or fails is repeated; a pending action stays sent', () => {
    const later = { effect: 'not_yet_known', afterSeconds: 40 } as const;
    expect(afterCheck(later, history(), now, 60)).toEqual({
      state: 'unknown',
      reference: null,
      nextAt: inSeconds(40),
    });
    expect(afterCheck(later, history({ reference }), now, 60)).toEqual({
      state: 'sent',
      reference,
      nextAt: inSeconds(40),
    });
    const fault = { kind: 'unavailable', reason: fromChannel('No answer.') } as const;
    expect(afterCheckFault(fault, history({ checks: 2 }), now)).toMatchObject({ nextAt: inSeconds(8) });
    expect(afterCheckFault(fault, history({ checks: 40 }), now)).toMatchObject({ nextAt: inSeconds(300) });
    const throttled = { kind: 'throttled', afterSeconds: 0, reason: fromChannel('Slower.') } as const;
    expect(afterCheckFault(throttled, history(), now)).toMatchObject({ nextAt: inSeconds(2) });
  });
});

it('a dismissed action ends with the result of its last check', () => {
  expect(afterDismissal({ state: 'done' })).toEqual({ state: 'done' });
  expect(afterDismissal({ state: 'waiting', nextAt: now })).toMatchObject({
    state: 'refused',
    code: 'given_up',
    reason: { code: 'actions.given_up_not_sent' },
  });
  expect(afterDismissal({ state: 'unknown', reference: null, nextAt: now })).toMatchObject({
    state: 'refused',
    reason: { code: 'actions.given_up_unknown' },
  });
});

it('an effect shows once it has landed, is in force and has reached the replicas', () => {
  const facts = { lateActionBound: 40, lateWriteBound: 60, settlesWithin: 5, readLag: 2 };
  expect(showsWithin(facts, 'VariantListing')).toBe(67);
  expect(showsWithin(facts, 'Order')).toBe(40);
});
