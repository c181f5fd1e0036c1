import { describe, expect, it } from 'vitest';
import { keptFromMarketplace, lastUnitsInEffect, type SellableListing } from './last-units.rules.ts';

const lastUnits = { marketplaceId: 1, units: 3 };
const sellable: SellableListing = {
  marketplaceId: 1,
  isDeleted: false,
  isZeroed: false,
  isDeactivated: false,
  stock: { counted_from: new Date(0) },
};

describe('the last units of a SKU', () => {
  it.each([
    ['while their marketplace sells it', [sellable], true],
    ['while one of its listings there is left', [{ ...sellable, isDeleted: true }, sellable], true],
    ['not where it is not listed there', [{ ...sellable, marketplaceId: 2 }], false],
    ['not where the listing is deleted', [{ ...sellable, isDeleted: true }], false],
    ['not before the listing is counted', [{ ...sellable, stock: { counted_from: null } }], false],
    ['not where the marketplace is deactivated', [{ ...sellable, isDeactivated: true }], false],
    ['not where the marketplace was set to 0', [{ ...sellable, isZeroed: true }], false],
  ] as const)('count %s', (_, listings, counts) => {
    expect(lastUnitsInEffect({ lastUnits, listings })).toBe(counts ? lastUnits : null);
  });

  it('are kept from all marketplaces but theirs', () => {
    expect([1, 2].map((marketplaceId) => keptFromMarketplace(lastUnits, marketplaceId))).toEqual([0, 3]);
    expect(keptFromMarketplace(null, 2)).toBe(0);
    expect(lastUnitsInEffect({ lastUnits: null, listings: [sellable] })).toBeNull();
  });
});
