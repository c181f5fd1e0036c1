import { describe, expect, it } from 'vitest';
import { keptFromMarketplace, lastUnitsInEffect, type Shelf } from './last-units.rules.ts';

const lastUnits = { marketplaceId: 1, units: 3 };
const shelf: Shelf = {
  marketplaceId: 1,
  isDeleted: false,
  isZeroed: false,
  isDeactivated: false,
  stock: { counted_from: new Date(0) },
};

describe('the last units of a SKU', () => {
  it.each([
    ['while their marketplace sells it', [shelf], true],
    ['while one of its listings there is left', [{ ...shelf, isDeleted: true }, shelf], true],
    ['not where it is not listed there', [{ ...shelf, marketplaceId: 2 }], false],
    ['not where the listing is deleted', [{ ...shelf, isDeleted: true }], false],
    ['not before the listing is counted', [{ ...shelf, stock: { counted_from: null } }], false],
    ['not where the marketplace is deactivated', [{ ...shelf, isDeactivated: true }], false],
    ['not where the marketplace was set to 0', [{ ...shelf, isZeroed: true }], false],
  ] as const)('count %s', (_, listings, counts) => {
    expect(lastUnitsInEffect({ lastUnits, listings })).toBe(counts ? lastUnits : null);
  });

  it('are kept from all marketplaces but theirs', () => {
    expect([1, 2].map((marketplaceId) => keptFromMarketplace(lastUnits, marketplaceId))).toEqual([0, 3]);
    expect(keptFromMarketplace(null, 2)).toBe(0);
    expect(lastUnitsInEffect({ lastUnits: null, listings: [shelf] })).toBeNull();
  });
});
