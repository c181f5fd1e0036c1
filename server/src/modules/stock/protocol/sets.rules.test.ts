import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  faultOf,
  followParts,
  keptAt,
  numberOfSet,
  type CompositionFacts,
  type SetPart,
} from './sets.rules.ts';

const part = fc.record({
  partId: fc.integer({ min: 1, max: 9 }),
  units: fc.integer({ min: 1, max: 9 }),
  quantity: fc.integer({ min: -20, max: 100 }),
  lowersBy: fc.integer({ min: -10, max: 0 }),
  safety: fc.nat(12),
  lastUnits: fc.option(fc.record({ marketplaceId: fc.integer({ min: 1, max: 3 }), units: fc.nat(12) })),
});
const made = fc.record({ parts: fc.array(part, { minLength: 1, maxLength: 6 }), safety: fc.nat(5) });
const one: SetPart = { partId: 1, units: 1, quantity: 10, lowersBy: 0, safety: 0, lastUnits: null };

describe('the number of a set', () => {
  it.each([
    [
      'the least that its parts allow',
      [{ units: 2 }, { quantity: 7 }],
      0,
      { quantity: 5, lowersBy: 0, safety: 0 },
    ],
    ['below zero where a part is', [{ units: 2, quantity: -1 }], 0, { quantity: -1, lowersBy: 0, safety: 0 }],
    ['less what a part keeps back', [{ units: 2, safety: 3 }], 0, { quantity: 5, lowersBy: 0, safety: 2 }],
    [
      'less its own safety stock, if that is more',
      [{ units: 2, safety: 3 }],
      3,
      { quantity: 5, lowersBy: 0, safety: 3 },
    ],
    [
      'less while a part is to be counted',
      [{ units: 2, lowersBy: -3 }],
      0,
      { quantity: 5, lowersBy: -2, safety: 0 },
    ],
  ] as const)('is %s', (_, parts, safety, number) => {
    expect(numberOfSet({ parts: parts.map((each) => ({ ...one, ...each })), safety })).toEqual(number);
  });

  it('can be made of the parts, and one more cannot', () => {
    fc.assert(
      fc.property(made, (set) => {
        const { quantity } = numberOfSet(set);
        const lacks = (sets: number) => set.parts.some((each) => each.quantity < sets * each.units);
        expect([lacks(quantity), lacks(quantity + 1)]).toEqual([false, true]);
      }),
    );
  });

  it('for sale leaves each part what it keeps back and what is to be counted, and the set its own', () => {
    fc.assert(
      fc.property(made, (set) => {
        const { quantity, lowersBy, safety } = numberOfSet(set);
        const sold = quantity + lowersBy - safety;
        expect(lowersBy).toBeLessThanOrEqual(0);
        expect(safety).toBeGreaterThanOrEqual(set.safety);
        for (const each of set.parts) {
          const left = each.quantity + each.lowersBy - sold * each.units;
          expect(left).toBeGreaterThanOrEqual(each.safety);
        }
      }),
    );
  });

  it('of a set whose parts rise does not fall', () => {
    fc.assert(
      fc.property(made, fc.nat(20), (set, more) => {
        const risen = {
          ...set,
          parts: set.parts.map((each) => ({ ...each, quantity: each.quantity + more })),
        };
        expect(numberOfSet(risen).quantity).toBeGreaterThanOrEqual(numberOfSet(set).quantity);
      }),
    );
  });
});

describe('what a marketplace does not show of a SKU', () => {
  const lastUnits = { marketplaceId: 1, units: 3 };
  const sold = [
    {
      marketplaceId: 1,
      isDeleted: false,
      isZeroed: false,
      isDeactivated: false,
      stock: { counted_from: new Date(0) },
    },
  ];
  const sku = { lowersBy: 0, safety: 2, lastUnits, madeOf: null, listings: sold };
  const setOf = (parts: readonly SetPart[], safety = 0) => ({
    ...sku,
    safety: 0,
    lastUnits: null,
    madeOf: { parts, safety, recorded: 0 },
  });

  it('is its safety stock, and elsewhere the last units, too', () => {
    expect([keptAt(sku, 1), keptAt(sku, 2)]).toEqual([2, 5]);
    expect(keptAt({ ...sku, listings: [] }, 2)).toBe(2);
  });

  it('is of a set what it keeps itself, or what the last units of its parts leave', () => {
    const set = setOf([
      { ...one, units: 2, lastUnits },
      { ...one, quantity: 7 },
    ]);
    expect([keptAt(set, 1), keptAt(set, 2)]).toEqual([0, 2]);
    expect(keptAt({ ...set, lastUnits: { marketplaceId: 1, units: 4 } }, 2)).toBe(4);
  });

  it('leaves of each part the units that it keeps there', () => {
    fc.assert(
      fc.property(made, fc.integer({ min: 1, max: 3 }), (set, marketplaceId) => {
        const { quantity, lowersBy, safety } = numberOfSet(set);
        const kept = keptAt(setOf(set.parts, set.safety), marketplaceId);
        expect(kept).toBeGreaterThanOrEqual(safety);
        const forSale = quantity + lowersBy - kept;
        for (const each of set.parts) {
          const last =
            each.lastUnits === null || each.lastUnits.marketplaceId === marketplaceId
              ? 0
              : each.lastUnits.units;
          const left = each.quantity + each.lowersBy - forSale * each.units;
          expect(left).toBeGreaterThanOrEqual(each.safety + last);
        }
      }),
    );
  });
});

describe('a set that follows its parts', () => {
  const plain = { quantity: 0, lowersBy: 0, safety: 0, lastUnits: null, madeOf: null, listings: [] };
  const madeOf = {
    parts: [
      { ...one, units: 2 },
      { ...one, partId: 2 },
    ],
    safety: 0,
    recorded: 5,
  };

  it('takes the numbers of those that are there, and keeps what it knows of the others', () => {
    const stocks = new Map([
      [1, { ...plain, quantity: 7 }],
      [3, { ...plain, quantity: 5, madeOf }],
    ]);
    const next = followParts(stocks);
    expect(next.get(3)).toMatchObject({ quantity: 3, madeOf: { recorded: 5 } });
    expect(next.get(1)).toBe(stocks.get(1));
    expect(followParts(new Map([[3, { ...plain, madeOf }]])).get(3)).toMatchObject({ quantity: 5 });
  });
});

describe('a composition', () => {
  const facts: CompositionFacts = {
    setId: 1,
    storeId: 1,
    isPart: false,
    found: [
      { id: 2, storeId: 1, isSet: false },
      { id: 3, storeId: 1, isSet: true },
      { id: 4, storeId: 2, isSet: false },
    ],
  };
  const of = (...ids: number[]) => ids.map((partId) => ({ partId, units: 1 }));

  it.each([
    ['of a SKU', of(2), {}, null],
    ['of nothing', [], { isPart: true }, null],
    ['of itself', of(1), {}, 'itself'],
    ['of one SKU twice', of(2, 2), {}, 'twice'],
    ['of a set', of(2, 3), {}, 'of_sets'],
    ['of a SKU of another store', of(4), {}, 'unknown'],
    ['of a SKU that is not there', of(5), {}, 'unknown'],
    ['while it is a part', of(2), { isPart: true }, 'is_part'],
  ] as const)('%s', (_, components, more, fault) => {
    expect(faultOf(components, { ...facts, ...more })).toBe(fault);
  });
});
