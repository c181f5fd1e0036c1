import { describe, expect, it } from 'vitest';
import { observeListing } from './observe.rules.ts';
import { at, epochOf, listingOf } from './variant-stock.fixture.ts';

const requested = at(100);
const rules = { ordersVisibleWithin: 60, hidesHolds: false, zeroesOnOutOfStockCancel: false };

const held = listingOf(1, { held: true, hold_since: at(100), verify_at: requested });

const read = (from: number, until: number) =>
  observeListing(
    held,
    epochOf(1, null),
    { measure: 10, reserved: 0, from: at(from), until: at(until) },
    rules,
    null,
    at(until),
  ).stock;

describe('a held listing', () => {
  it('still waits after a read that began, or whose answer may be, from before the hold', () => {
    expect(read(91, 101)).toMatchObject({ held: true, hold_read_at: null, verify_at: requested });
  });

  it('is answered by a read that began after the hold', () => {
    expect(read(100, 101)).toMatchObject({ held: true, hold_read_at: at(101), verify_at: null });
  });
});
