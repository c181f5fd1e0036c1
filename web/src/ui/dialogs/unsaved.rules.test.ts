import { describe, expect, it } from 'vitest';
import { isTyped } from './unsaved.rules.ts';

describe('a form', () => {
  it('is unchanged if each field has its initial value, or both are blank', () => {
    expect(isTyped({ name: 'Mug', note: undefined }, { name: 'Mug', note: '', other: 1 })).toBe(false);
    expect(isTyped({ from: new Date(0) }, { from: new Date(0) })).toBe(false);
    expect(isTyped({}, { name: 'Mug' })).toBe(false);
  });

  it('is changed if one field has another value', () => {
    expect(isTyped({ name: 'Cup' }, { name: 'Mug' })).toBe(true);
    expect(isTyped({ name: '' }, { name: 'Mug' })).toBe(true);
    expect(isTyped({ reasons: ['a'] }, {})).toBe(true);
    expect(isTyped({ limited: true }, { limited: false })).toBe(true);
  });
});
