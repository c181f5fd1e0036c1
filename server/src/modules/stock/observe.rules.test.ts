import { describe, expect, it } from 'vitest';
import { observeListing, type Epoch } from './observe.rules.ts';
import { uncounted, type ShelfListing } from './shelf.rules.ts';

const at = (seconds: number): Date => new Date(Date.UTC(2026, 0, 1) + seconds * 1000);
const asked = at(100);
const rules = { ordersVisibleWithin: 60, hidesHolds: false, zeroesOnOutOfStockCancel: false };

/** A counted listing whose pushes wait from the given instant on, and which is to be read. */
function heldSince(since: Date): ShelfListing {
  return {
    id: 1,
    storeId: 1,
    marketplaceId: 1,
    channel: 'tiktok',
    isDeleted: false,
    forceZeroFrom: null,
    forceZeroTo: null,
    isZeroed: false,
    loaded: null,
    stock: {
      ...uncounted(1, 1, 1),
      counted_from: at(0),
      counted_until: at(1),
      shop_quantity: 5,
      snapshot_from: at(0),
      snapshot_until: at(1),
      hold_since: since,
      verify_at: asked,
    },
    sums: { certain: 0, maybeDown: 0, maybeUp: 0 },
    odd: 0,
    verdict: null,
  };
}

const epoch: Epoch = {
  id: 1,
  listingId: 1,
  value: { measure: 5, from: at(0), until: at(1) },
  bookable: true,
  unexplained: 0,
  booked: 0,
  bookedNo: 0,
  joined: 0,
  joinedTo: null,
  bookAfter: null,
  reads: [],
  events: [],
};

const read = (from: number, until: number) =>
  observeListing(
    heldSince(at(100)),
    epoch,
    { measure: 5, reserved: 0, from: at(from), until: at(until) },
    rules,
    null,
    at(until),
  ).stock;

describe('a held listing', () => {
  it('stays asked for when what came was read, or may show what stood, before the hold', () => {
    expect(read(91, 101)).toMatchObject({ held: true, hold_read_at: null, verify_at: asked });
  });

  it('is answered by a read that lies after it', () => {
    expect(read(100, 101)).toMatchObject({ held: true, hold_read_at: at(101), verify_at: null });
  });
});
