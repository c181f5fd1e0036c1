import fc from 'fast-check';
import { expect, it } from 'vitest';
import { offeredQuantity } from './division.rules.ts';

it('a leaving listing is offered what it had before less what it sold since', () => {
  expect(offeredQuantity({ shared: 9, before: 6, soldSince: 1 })).toBe(5);
  expect(offeredQuantity({ shared: 3, before: 6, soldSince: 1 })).toBe(3);
  expect(offeredQuantity({ shared: 9, before: null, soldSince: 0 })).toBe(0);
});

it('is never more than there is, and never what is owed', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -20, max: 50 }),
      fc.option(fc.integer({ min: -5, max: 50 })),
      fc.nat(60),
      (shared, before, soldSince) => {
        const offered = offeredQuantity({ shared, before, soldSince });
        expect(offered).toBeGreaterThanOrEqual(0);
        expect(offered).toBeLessThanOrEqual(Math.max(0, shared));
      },
    ),
  );
});
