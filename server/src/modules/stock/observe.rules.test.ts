import { describe, expect, it } from 'vitest';
import type { ListingStock } from './evaluate.rules.ts';
import { observeListing } from './observe.rules.ts';
import { at, epochOf, listingOf } from './variant-stock.fixture.ts';
import { withStock, type StockedListing } from './variant-stock.rules.ts';

const requested = at(100);
const rules = {
  ordersVisibleWithin: 60,
  settlesWithin: 0,
  readLag: 60,
  hidesHolds: false,
  zeroesOnOutOfStockCancel: false,
};

const held = listingOf(1, { held: true, hold_since: at(100), verify_at: requested });

/** A read whose answer may be a minute old. */
const readOf = (listing: StockedListing, began: number, lease: string | null = null) =>
  observeListing(
    listing,
    epochOf(1, null),
    { measure: 7, reserved: 0, from: at(began), until: at(began + 1), since: at(began - 60) },
    rules,
    lease,
    at(began + 1),
  );

describe('a held listing', () => {
  it('still waits after a read that began before the hold, and that read means nothing', () => {
    const seen = readOf(held, 99);
    expect(seen.stock).toMatchObject({ held: true, hold_read_at: null, verify_at: requested });
    expect([seen.epoch, seen.opens, seen.isSnapshot]).toEqual([null, null, false]);
  });

  it('is answered by a read that began after the hold', () => {
    expect(readOf(held, 100).stock).toMatchObject({ held: true, hold_read_at: at(101), verify_at: null });
  });

  it.each([
    ['within a quarantine', { quarantine_until: at(500) }],
    ['during a push', { lease_token: 'a-push' }],
    ['not after the last snapshot', { snapshot_until: at(100) }],
  ])('is answered by a read %s, too', (_when, row: Partial<ListingStock>) => {
    expect(readOf(withStock(held, row), 100).stock).toMatchObject({ held: true, hold_read_at: at(101) });
  });

  it('counts from the first of its reads', () => {
    const answered = withStock(held, { hold_read_at: at(101) });
    expect(readOf(answered, 120).stock.hold_read_at).toEqual(at(101));
  });
});
