import { choicesOf, faultOf, type AskedField } from '@evenstock/contract/api/asked-fields';
import { describe, expect, it } from 'vitest';
import { answersWithin, initialAnswers } from './asked-fields.rules.ts';

const field = (key: string, more: Partial<AskedField> = {}): AskedField => ({
  key,
  label: key,
  kind: 'text',
  required: true,
  pattern: null,
  choices: [],
  within: null,
  initial: null,
  ...more,
});
const choice = (value: string, within: string | null = null) => ({ value, label: value, within });

const address = field('address_id', { kind: 'choice', choices: [choice('1'), choice('2')] });
const time = field('pickup_time_id', {
  kind: 'choice',
  within: 'address_id',
  choices: [choice('9', '1'), choice('10', '1'), choice('11', '2')],
});

describe('the initial values of a form', () => {
  it('are the previous answers, and a choice that has only one option', () => {
    const one = field('branch_id', { kind: 'choice', choices: [choice('77')] });
    const name = field('sender_real_name', { initial: 'Tan' });
    expect(initialAnswers([one, name, field('tracking_no')])).toEqual({
      branch_id: '77',
      sender_real_name: 'Tan',
      tracking_no: undefined,
    });
  });

  it('leave a choice open, and the fields that depend on it', () => {
    expect(initialAnswers([address, time])).toEqual({ address_id: undefined, pickup_time_id: undefined });
    const only = { ...address, choices: [choice('2')] };
    expect(initialAnswers([only, time])).toEqual({ address_id: '2', pickup_time_id: '11' });
  });

  it('a changed choice clears the answers that depended on it', () => {
    expect(answersWithin([address, time], { key: 'address_id', answer: '1' })).toEqual({
      pickup_time_id: undefined,
    });
    expect(answersWithin([address, time], { key: 'address_id', answer: '2' })).toEqual({
      pickup_time_id: '11',
    });
  });
});

describe('an invalid answer', () => {
  it('is missing or only spaces although it is required', () => {
    expect(faultOf(field('name'), {})).toBe('missing');
    expect(faultOf(field('name'), { name: ' ' })).toBe('missing');
    expect(faultOf(field('name'), { name: [' '] })).toBe('missing');
    expect(faultOf(field('name', { required: false }), {})).toBeNull();
  });

  it('is a text that does not match completely', () => {
    const digits = field('code', { kind: 'texts', pattern: { source: '\\d+|x', message: 'Digits only' } });
    expect(faultOf(digits, { code: '12' })).toBeNull();
    expect(faultOf(digits, { code: ['12', 'x'] })).toBeNull();
    expect(faultOf(digits, { code: ['12', '1x'] })).toBe('mismatched');
  });

  it('is a choice that is not offered beside the other answers', () => {
    expect(choicesOf(time, { address_id: '2' })).toEqual([choice('11', '2')]);
    expect(faultOf(time, { address_id: '1', pickup_time_id: '11' })).toBe('not_offered');
    expect(faultOf(time, { address_id: '2', pickup_time_id: '11' })).toBeNull();
    expect(faultOf(time, { pickup_time_id: '11' })).toBe('not_offered');
  });
});
