import { describe, expect, it } from 'vitest';
import { daysTillOut } from './days-till-out.rules.ts';

describe('days till out of stock', () => {
  it('are days, rounded down', () => {
    expect(daysTillOut(10, 30)).toBe(10);
    expect(daysTillOut(10, 7)).toBe(42);
    expect(daysTillOut(-3, 7)).toBe(0);
  });

  it('have no end when nothing was sold', () => {
    expect(daysTillOut(10, 0)).toBeNull();
  });
});
