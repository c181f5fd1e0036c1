import { describe, expect, it } from 'vitest';
import { isNewer, nextStep } from './pull-orders.rules.ts';

const start = { next: null, pass: 1, pages: 0, newer: 0 };
const more = { page: 2 };

describe('the next page of a pull of orders', () => {
  it('ends after a single page: nothing can have moved over an edge', () => {
    expect(nextStep(start, { next: null, newer: 7 }, false)).toBe('ended');
  });

  it('reads a window of several pages until a pass brings nothing new', () => {
    const second = nextStep(start, { next: more, newer: 50 }, false);
    expect(second).toEqual({ next: more, pass: 1, pages: 1, newer: 50 });
    const again = nextStep({ next: more, pass: 1, pages: 1, newer: 50 }, { next: null, newer: 3 }, false);
    expect(again).toEqual({ next: null, pass: 2, pages: 0, newer: 0 });
    expect(
      nextStep({ next: more, pass: 2, pages: 1, newer: 1 }, { next: null, newer: 0 }, false),
    ).toMatchObject({
      pass: 3,
    });
    expect(nextStep({ next: more, pass: 3, pages: 1, newer: 0 }, { next: null, newer: 0 }, false)).toBe(
      'ended',
    );
  });

  it('reads a window once where cursors keep their place', () => {
    expect(nextStep({ next: more, pass: 1, pages: 8, newer: 80 }, { next: null, newer: 3 }, true)).toBe(
      'ended',
    );
  });

  it('ends at the last pass where orders never stop moving', () => {
    expect(nextStep({ next: more, pass: 5, pages: 1, newer: 9 }, { next: null, newer: 1 }, false)).toBe(
      'ended',
    );
  });

  it('a state is newer by its update time, then by its rank', () => {
    const known = { updatedAt: new Date(1000), rank: 2 };
    expect(isNewer({ updatedAt: new Date(1000), stateRank: 2 }, known)).toBe(false);
    expect(isNewer({ updatedAt: new Date(1000), stateRank: 3 }, known)).toBe(true);
    expect(isNewer({ updatedAt: new Date(999), stateRank: 9 }, known)).toBe(false);
    expect(isNewer({ updatedAt: new Date(1001), stateRank: 1 }, known)).toBe(true);
    expect(isNewer({ updatedAt: new Date(0), stateRank: 0 }, undefined)).toBe(true);
  });
});
