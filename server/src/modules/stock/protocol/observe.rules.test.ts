import { describe, expect, it } from 'vitest';
import type { ListingEvent } from './epoch.rules.ts';
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

const listing = listingOf(1);

describe('a read', () => {
  it('is compared with the epoch, and its difference waits for an order poll beyond the lag of the channel', () => {
    const seen = readOf(listing, 100);
    expect(seen.epoch).toMatchObject({ unexplained: -3, sure: -3, bookAfter: at(101 + 60 + 1.5) });
    expect(seen.isSnapshot).toBe(true);
  });

  it.each<[string, Partial<ListingStock>]>([
    ['during the push of another', { lease_token: 'a-push' }],
    ['that is not wholly after the last snapshot', { snapshot_until: at(100) }],
  ])('%s means nothing', (_what, row) => {
    const seen = readOf(withStock(listing, row), 100);
    expect([seen.epoch, seen.opens, seen.isSnapshot]).toEqual([null, null, false]);
  });

  describe('that proves nothing is repeated', () => {
    const settlesAt = (seconds: number) => withStock(listing, { send: 9, snapshot_until: at(seconds) });

    it('when an answer is certainly from after the write, if it shows another number than it should', () => {
      expect(readOf(settlesAt(900), 100).stock.verify_at).toEqual(at(900 + 61));
      // Read earlier, it would prove as little.
      expect(readOf(withStock(settlesAt(900), { verify_at: at(131) }), 100).stock.verify_at).toEqual(
        at(900 + 61),
      );
    });

    it('soon after the push of another, but no later than it falls due already', () => {
      const pushed = withStock(listing, { send: 9, lease_token: 'a-push' });
      expect(readOf(pushed, 100).stock.verify_at).toEqual(at(101 + 61));
      expect(readOf(withStock(pushed, { verify_at: at(120) }), 100).stock.verify_at).toEqual(at(120));
    });

    it('never, if it shows what it should', () => {
      expect(readOf(withStock(settlesAt(900), { send: 7 }), 100).stock.verify_at).toBeNull();
    });
  });

  it('that begins a new epoch after a long one is dated from the oldest moment that it may show', () => {
    const seen = observeListing(
      listing,
      epochOf(1, null),
      { measure: 10, reserved: 0, from: at(3700), until: at(3701), since: at(3640) },
      rules,
      null,
      at(3701),
    );
    const shown = { snapshot_from: at(3640), snapshot_until: at(3701) };
    expect(seen).toMatchObject({ closesEpoch: true, opens: { value: { from: at(3640) } }, stock: shown });
  });

  it('withdraws the request for a read only if its answer is from after what it was requested for', () => {
    const restored = withStock(listing, { verify_at: at(101), verify_from: at(40) });
    expect(readOf(restored, 100).stock).toMatchObject({ verify_at: at(101 + 61), verify_from: at(40) });
    expect(readOf(restored, 101).stock).toMatchObject({ verify_at: null, verify_from: null });
    const quarantined = withStock(restored, { quarantine_until: at(39) });
    expect(readOf(quarantined, 100).stock).toMatchObject({ verify_at: at(101 + 61), verify_from: at(40) });
  });

  it('under the lease of its own push is compared', () => {
    expect(readOf(withStock(listing, { lease_token: 'own' }), 100, 'own').epoch).not.toBeNull();
  });
});

describe('after a write whose outcome is unknown', () => {
  const uncertain = (until: number, row: Partial<ListingStock> = {}): StockedListing =>
    withStock(listing, { quarantine_until: at(until), failures: 1, ...row });

  it('a read is compared with what to send alone, while it may answer a number of the quarantine', () => {
    for (const until of [120, 100, 41]) {
      const seen = readOf(uncertain(until), 100);
      expect([seen.epoch, seen.opens, seen.closesEpoch, seen.isSnapshot]).toEqual([null, null, false, true]);
      expect(seen.stock).toMatchObject({ quarantine_until: at(until), snapshot_from: at(40) });
    }
  });

  it('it is read again when the answer can be no older than the quarantine', () => {
    const left = (seconds: number): number => at(101 + seconds).getTime() + 1;
    expect(readOf(uncertain(120), 100).stock.verify_at?.getTime()).toBe(left(20));
    expect(readOf(uncertain(70), 100).stock.verify_at?.getTime()).toBe(left(30));
  });

  it('the first read of after it begins an epoch, dated from the oldest moment that it may stand for', () => {
    const seen = readOf(uncertain(39), 100);
    expect(seen).toMatchObject({
      closesEpoch: true,
      opens: { value: { measure: 7, from: at(40), until: at(101) }, bookable: true },
      stock: { quarantine_until: null, failures: 0, verify_at: null, snapshot_from: at(40) },
    });
  });

  it('but not where a write was acknowledged within that time: then it is read again', () => {
    const seen = readOf(uncertain(39, { acked_at: at(50) }), 100);
    expect([seen.opens, seen.stock.verify_at]).toEqual([null, at(101 + 61)]);
  });

  it('nothing is booked of a number that does not stand for the quantity, nor where unpaid orders are hidden', () => {
    expect(readOf(uncertain(39, { transformed: true }), 100).opens?.bookable).toBe(false);
    const hiding = { ...rules, hidesHolds: true };
    const reading = { measure: 7, reserved: 0, from: at(100), until: at(101), since: at(40) };
    const seen = observeListing(uncertain(39), null, reading, hiding, null, at(101));
    expect(seen.opens?.bookable).toBe(false);
  });
});

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

describe('a listing whose baseline may or may not include an order', () => {
  const doubtful = withStock(held, { hold_since: at(4) });
  const sale = { delta: -3, from: at(350), until: at(350) };
  const readWith = (began: number, events: readonly ListingEvent[]) =>
    observeListing(
      doubtful,
      { ...epochOf(1, null), events },
      { measure: 7, reserved: 0, from: at(began), until: at(began + 1), since: at(began - 60) },
      rules,
      null,
      at(began + 1),
    );

  it('is not counted again by an answer that may be as old as the first count', () => {
    const seen = readOf(doubtful, 63);
    expect([seen.recounted, seen.epoch, seen.opens, seen.closesEpoch]).toEqual([null, null, null, false]);
    expect(seen.stock).toMatchObject({ hold_read_at: null, counted_until: at(1), verify_at: requested });
  });

  it('is counted again by the next one, and the orders before that are part of it', () => {
    expect(readOf(doubtful, 64)).toMatchObject({
      recounted: -3,
      isBaseline: false,
      closesEpoch: true,
      opens: { value: { measure: 7, from: at(4), until: at(65) } },
      stock: { counted_from: at(4), counted_until: at(65), hold_read_at: at(65), verify_at: null },
    });
  });

  it('keeps a request that the answer may be older than', () => {
    const restored = withStock(doubtful, { verify_from: at(4) });
    const seen = readOf(restored, 64);
    expect(seen).toMatchObject({ recounted: -3, stock: { verify_at: at(65 + 61), verify_from: at(4) } });
  });

  it('is read again where a sale may have come before or after that read; in heavy trade only one beside it', () => {
    const early = { ...sale, from: at(30), until: at(30) };
    const seen = readWith(64, [early]);
    expect([seen.recounted, seen.stock.hold_read_at, seen.stock.verify_at]).toEqual([null, null, requested]);
    expect(readWith(364, [sale]).recounted).toBe(0);
    expect(readWith(351, [sale]).recounted).toBeNull();
  });

  it('is not counted again once it was written: the write says what stood there', () => {
    const written = { ...epochOf(1, null), value: { measure: 10, from: at(20), until: at(21) } };
    const reading = { measure: 7, reserved: 0, from: at(100), until: at(101), since: at(40) };
    const seen = observeListing(doubtful, written, reading, rules, null, at(101));
    expect([seen.recounted, seen.epoch?.unexplained]).toEqual([null, -3]);
  });
});
