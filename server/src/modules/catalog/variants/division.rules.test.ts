import fc from 'fast-check';
import { expect, it } from 'vitest';
import { divide, offeredQuantity } from './division.rules.ts';

it('a leaving listing is offered its quantity before the merge less its own sales since', () => {
  expect(offeredQuantity({ shared: 9, before: 6, soldSince: 1 })).toBe(5);
  expect(offeredQuantity({ shared: 3, before: 6, soldSince: 1 })).toBe(3);
  expect(offeredQuantity({ shared: 9, before: null, soldSince: 0 })).toBe(0);
});

it('is never more than the quantity, and never units that are owed', () => {
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

const numbers = fc.option(fc.integer({ min: -60, max: 60 }), { nil: undefined });

it('divides the quantity: neither side gets less than nothing, or more than there is', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -20, max: 50 }),
      fc.nat(50),
      numbers,
      numbers,
      (shared, offer, quantity, kept) => {
        const offered = Math.min(offer, Math.max(0, shared));
        const divided = divide(shared, offered, { quantity, shared_quantity: kept });
        if ('problem' in divided) {
          expect([quantity, kept]).not.toEqual([undefined, undefined]);
          return;
        }
        const { units } = divided;
        expect(units).toBeGreaterThanOrEqual(0);
        // Units that are owed all stay owed.
        expect(shared - units).toBeGreaterThanOrEqual(Math.min(0, shared));
        expect(units).toBe(quantity ?? (kept === undefined ? offered : shared - kept));
      },
    ),
  );
});

it('refuses numbers that do not add up, and numbers that are not there', () => {
  expect(divide(4, 0, { quantity: 3, shared_quantity: 2 })).toEqual({ problem: 'differs' });
  expect(divide(4, 0, { quantity: 400, shared_quantity: -396 })).toEqual({ problem: 'out_of_range' });
  expect(divide(17, 0, { quantity: 9999 })).toEqual({ problem: 'out_of_range' });
  expect(divide(4, 0, { shared_quantity: 5 })).toEqual({ problem: 'out_of_range' });
  expect(divide(-3, 0, { quantity: -3, shared_quantity: 0 })).toEqual({ problem: 'out_of_range' });
  expect(divide(-3, 0, { quantity: 0, shared_quantity: -3 })).toEqual({ units: 0 });
});
