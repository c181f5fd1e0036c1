import { beforeAll, expect, it } from 'vitest';
import { signed, withMinus } from './minus.ts';
import { startTexts, texts } from './texts.ts';

beforeAll(() => startTexts('en'));

it('shows a minus sign in front of numbers and amounts, and leaves other hyphens', () => {
  expect(['-3', '-1,234', '-$9.50', '-RM9.50', '12', '2026-11-09'].map(withMinus)).toEqual([
    '−3',
    '−1,234',
    '−$9.50',
    '−RM9.50',
    '12',
    '2026-11-09',
  ]);
});

it('shows the sign of a difference', () => {
  expect([-1_234, 3].map(signed)).toEqual(['−1,234', '+3']);
});

it('shows it in the numbers of texts', () => {
  const { say } = texts('minus', { left: '{{units, number}} left' });
  expect(say('left', { units: -1_234 })).toBe('−1,234 left');
  expect(say('left', { units: 1_234 })).toBe('1,234 left');
});
