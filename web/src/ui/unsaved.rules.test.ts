import { describe, expect, it } from 'vitest';
import { isTyped } from './unsaved.rules.ts';

describe('a form', () => {
  it('is as it began where each field holds the same, or nothing', () => {
    expect(isTyped({ name: 'Mug', note: undefined }, { name: 'Mug', note: '', other: 1 })).toBe(false);
    expect(isTyped({ from: new Date(0) }, { from: new Date(0) })).toBe(false);
    expect(isTyped({}, { name: 'Mug' })).toBe(false);
  });

  it('is typed in where one holds something else', () => {
    expect(isTyped({ name: 'Cup' }, { name: 'Mug' })).toBe(true);
    expect(isTyped({ name: '' }, { name: 'Mug' })).toBe(true);
    expect(isTyped({ reasons: ['a'] }, {})).toBe(true);
    expect(isTyped({ limited: true }, { limited: false })).toBe(true);
  });
});
