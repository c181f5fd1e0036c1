import { describe, expect, it } from 'vitest';
import { decideAdjustments, type AskedAdjustment } from './decide-adjustments.rules.ts';

type Stocks = Parameters<typeof decideAdjustments>[1];
const stock = (quantity: number) => ({ quantity, canSync: true, madeOf: null });
const asked = (
  variantId: number,
  units: AskedAdjustment['units'],
  more: Partial<AskedAdjustment> = {},
): AskedAdjustment => ({ variantId, units, isRecorded: false, ...more });
const conditions = { refuseBelowZero: true, refuseWithoutSync: true };

function decided(
  adjustments: readonly AskedAdjustment[],
  stocks: Stocks = new Map([[1, stock(10)]]),
): unknown[] {
  return decideAdjustments(adjustments, stocks, conditions).map((decision) => {
    if (decision === null) return null;
    return 'units' in decision ? decision.units : decision.reason.code;
  });
}

describe('adjustments of a batch', () => {
  it('each find what those before them leave', () => {
    expect(decided([asked(1, -8), asked(1, -8), asked(1, { to: 5 }), asked(1, -5)])).toEqual([
      -8,
      'stock.adjustment_too_low',
      3,
      -5,
    ]);
  });

  it('one that is in the ledger, or of no SKU, is not made; nor is one that changes nothing', () => {
    expect(
      decided([asked(1, -20, { isRecorded: true }), asked(2, 1), asked(1, { to: 10 }), asked(1, 0)]),
    ).toEqual([null, null, null, null]);
  });

  it('one of another quantity than was seen is refused, also where it would change nothing', () => {
    expect(
      decided([
        asked(1, { to: 3 }, { seen: 9 }),
        asked(1, { to: 10 }, { seen: 9 }),
        asked(1, { to: 3 }, { seen: 10 }),
      ]),
    ).toEqual(['stock.quantity_moved', 'stock.quantity_moved', -7]);
  });

  it('is refused of a set, in a store without sync, and below zero', () => {
    const set = { ...stock(4), madeOf: { recorded: 4, safety: 0, parts: [] } };
    const stocks: Stocks = new Map<number, ReturnType<typeof stock> | typeof set>([
      [1, set],
      [2, { ...stock(4), canSync: false }],
      [3, stock(-2)],
    ]);
    expect(
      decided([asked(1, 1), asked(2, 1), asked(3, -1), asked(3, 1), asked(3, { to: -1 })], stocks),
    ).toEqual(['stock.set_has_no_quantity', 'stock.sync_is_off', 'stock.nothing_to_take', 1, null]);
  });
});
